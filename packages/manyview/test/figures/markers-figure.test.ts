import { Random } from '@manyview/core/numerics'
import { type Canvas, markersFigure, theme, violinsFigure } from '@manyview/drawing'
import { parseHTML } from 'linkedom'
import { describe, expect, it } from 'vitest'

const canvas: Canvas = {
  theme: theme(false, 3),
  width: 500,
  document: () => parseHTML('<body></body>').document as unknown as Document,
}
const drawn = (text: string) => parseHTML(`<body>${text}</body>`).document.querySelector('svg')!

describe('markersFigure(markers, features, clusters)', () => {
  const means = Float64Array.of(1, 3, 2, 5, 5, NaN)
  const features = ['CD3D', 'a feature with a name of no end that anyone has seen']
  const clusters = ['T cells', 'B cells', 'Cluster 2']

  it('gives a dot the area of the share above 0 and the shade of the mean between the lowest and the highest cluster', async () => {
    const shares = Float64Array.of(0.25, 1, 0.5, 1, 1, NaN)
    const svg = drawn(await markersFigure({ means, shares }, features, clusters, canvas))
    const circles = [...svg.querySelectorAll('circle')]
    const radii = circles.map((circle) => Number(circle.getAttribute('r')))
    expect(radii[1]).toBeCloseTo(2 * radii[0], 9)
    expect(radii[2] ** 2).toBeCloseTo(radii[1] ** 2 / 2, 9)
    const opacities = circles.map((circle) => Number(circle.getAttribute('fill-opacity')))
    expect(opacities[0]).toBe(0)
    expect(opacities[1]).toBe(1)
    expect(opacities[2]).toBeCloseTo(0.4, 9)
    // A feature that is the same everywhere marks nothing.
    expect(opacities.slice(3).every((opacity) => opacity === 0)).toBe(true)
    const titles = [...svg.querySelectorAll('title')].map((title) => title.textContent)
    expect(titles[1]).toBe('CD3D, B cells: mean 3, 100 % above 0')
    expect(titles[5]).toContain('no sample has the view')
    expect(svg.outerHTML).not.toContain('NaN')
    const words = [...svg.querySelectorAll('text')].map((word) => word.textContent)
    expect(words).toContain('T cells')
    expect(words.some((word) => word!.endsWith('…'))).toBe(true)
  })

  it('gives all dots one size without shares', async () => {
    const svg = drawn(await markersFigure({ means, shares: null }, features, clusters, canvas))
    const radii = [...svg.querySelectorAll('circle')].map((circle) => circle.getAttribute('r'))
    expect(new Set(radii.slice(0, 5)).size).toBe(1)
  })
})

describe('violinsFigure(values, labels)', () => {
  it('draws a violin for each cluster with different values, and the median of each with any', async () => {
    const random = new Random(3)
    const labels = Array.from({ length: 300 }, (_, i) => i % 3)
    // Cluster 0 is around 0.5, cluster 1 around 5.5, all of cluster 2 are 2; one sample has no value.
    const values = labels.map((label, i) => (i === 0 ? NaN : label === 2 ? 2 : 5 * label + random.uniform()))
    const svg = drawn(await violinsFigure(values, labels, { feature: 'CD3D', clusters: ['a', 'b', 'c'] }, canvas))
    expect(svg.getAttribute('aria-label')).toBe('CD3D by cluster')
    const paths = [...svg.querySelectorAll('[data-mark=area] path')].map((path) => path.getAttribute('d')!)
    expect(paths).toHaveLength(2)
    const across = paths.map((path) => [...path.matchAll(/[ML]([\d.]+),/g)].map(([, x]) => Number(x)))
    expect(Math.max(...across[0])).toBeLessThan(Math.min(...across[1]))
    const titles = [...svg.querySelectorAll('title')].map((title) => title.textContent!)
    expect(titles[0]).toMatch(/^a: median 0\.\d+, quartiles 0\.\d+ to 0\.\d+, 99 samples$/)
    expect(titles[2]).toBe('c: median 2, quartiles 2 to 2, 100 samples')
    expect(svg.outerHTML).not.toContain('NaN')
  })
})
