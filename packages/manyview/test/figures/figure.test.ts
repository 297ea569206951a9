import { inflateSync } from 'node:zlib'
import { type FigureName, figureNames } from '@manyview/drawing'
import { parseHTML } from 'linkedom'
import { describe, expect, it } from 'vitest'
import { figure, toPng } from '../../src/node.ts'
import { storedExample } from '../stored-example.ts'

const choice = {
  clusters: 3,
  standsOut: true,
  chance: 0.1,
  candidates: [
    { clusters: 3, score: 0.7, gap: 0.1, stability: 0.9, agreement: 0.67 },
    { clusters: 2, score: 0.4, gap: 0, stability: 0.8, agreement: 0.5 },
    { clusters: 4, score: 0.3, gap: 0.01, stability: 0.6, agreement: 0.48 },
  ],
  reason: '3 clusters fit best of 2 to 4.',
}
const metadata = {
  time: Array.from({ length: 60 }, (_, i) => 10 + 7 * i),
  death: Array.from({ length: 60 }, (_, i) => i % 2),
}
const stored = storedExample({ classes: ['cat', 'dog', 'emu'], objective: [9, 4, 2, 1.5, 1.4], choice, metadata })
const svgOf = async (name: FigureName, ...rest: [object?, object?]) => {
  const text = await figure(name, (rest[0] as typeof stored) ?? stored, rest[1])
  const svg = parseHTML(`<body>${text}</body>`).document.querySelector('svg')!
  return { text, svg, words: [...svg.querySelectorAll('text')].map((word) => word.textContent) }
}

describe('figure(name, stored)', () => {
  it.each(figureNames)('draws %s as one SVG with a name and a ground, without style or script', async (name) => {
    const { text, svg } = await svgOf(name)
    expect(text).toMatch(/^<svg[^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
    expect(svg.getAttribute('aria-label')).not.toBe('')
    expect(svg.querySelector('rect')!.getAttribute('fill')).toBe('#ffffff')
    expect(svg.querySelectorAll('style, script, foreignObject').length).toBe(0)
    expect(text).not.toMatch(/ style=| class=|NaN|undefined|var\(/)
    expect((await svgOf(name, stored, { dark: true })).svg.querySelector('rect')!.getAttribute('fill')).toBe('#171a20')
  })

  it('gives the same bytes every time', async () => {
    for (const name of figureNames) expect(await figure(name, stored)).toBe(await figure(name, stored))
  })

  it('survival: who is at risk in each cluster stands under the times', async () => {
    const { words, svg } = await svgOf('survival')
    expect(words.slice(words.indexOf('at risk'))).toContain('20')
    expect(svg.querySelectorAll('[data-mark=line]').length).toBe(3)
  })

  it('map: one path per cluster with a dot for each of its samples, the cluster’s name, a legend and how far to believe it', async () => {
    const named = { ...stored, record: { ...stored.record, names: ['cats', 'dogs', 'Cluster 2'] } }
    const { svg, words } = await svgOf('map', named)
    const paths = [...svg.querySelectorAll('path')]
    expect(paths.map((path) => path.getAttribute('d')!.match(/M/g)!.length)).toEqual([20, 20, 20])
    expect(new Set(paths.map((path) => path.getAttribute('stroke'))).size).toBe(3)
    expect(words.slice(0, 3)).toEqual(['cats', 'dogs', '2'])
    expect(words.filter((word) => word === '20')).toHaveLength(3)
    expect(words.at(-1)).toMatch(/Trust \d+ %/)
    for (const place of paths[0].getAttribute('d')!.matchAll(/M(\S+) (\S+)h0/g)) {
      expect(Number(place[1])).toBeGreaterThanOrEqual(0)
      expect(Number(place[1])).toBeLessThanOrEqual(720)
    }
  })

  it('sizes: a bar for each cluster, as long as it is large', async () => {
    const { svg, words } = await svgOf('sizes', storedExample({ samples: 5, clusters: 2 }))
    const bars = [...svg.querySelectorAll('[data-mark=bar] path, [data-mark=bar] rect')]
    expect(bars.length).toBe(2)
    expect(words).toEqual(expect.arrayContaining(['3', '2']))
  })

  it('sizes: columns where there are many clusters, and none is left out', async () => {
    const { svg } = await svgOf('sizes', storedExample({ samples: 300, clusters: 100 }))
    expect(svg.querySelectorAll('[data-mark=bar] path, [data-mark=bar] rect').length).toBe(100)
    expect(Number(svg.getAttribute('height'))).toBeLessThan(400)
  })

  it('agreement: names the views and the clusters on both sides', async () => {
    const { words } = await svgOf('agreement')
    expect(words.filter((word) => word === 'words').length).toBe(2)
    expect(words.filter((word) => word === 'clusters').length).toBe(2)
    expect(words.filter((word) => word === '0.40').length).toBe(6)
  })

  it('confusion: counts the samples of each class in each cluster', async () => {
    const { words } = await svgOf('confusion')
    expect(words).toEqual(expect.arrayContaining(['cat', 'dog', 'emu', '20']))
  })

  it('confusion: shows the largest forty of many classes', async () => {
    const many = storedExample({ samples: 1000, clusters: 100, classes: Array.from({ length: 90 }, (_, c) => `c${c}`) })
    const { words } = await svgOf('confusion', many)
    expect(words.filter((word) => /^c\d+$/.test(word!)).length).toBe(40)
  })

  it('choice: three lines by the number of clusters, and the chosen one marked', async () => {
    const { svg, words } = await svgOf('choice')
    const lines = [...svg.querySelectorAll('g[data-mark=line] path')].map((path) => path.getAttribute('d')!)
    expect(lines.map((line) => line.match(/[ML]/g)!.length)).toEqual([3, 3, 3])
    for (const word of ['stability', 'agreement', 'score', 'clusters']) expect(words).toContain(word)
    expect(svg.querySelectorAll('g[data-mark=dot] circle[r="4.5"]').length).toBe(1)
  })

  it('convergence: a line through every iteration', async () => {
    const { svg, words } = await svgOf('convergence')
    expect(svg.querySelector('[data-mark=line] path')!.getAttribute('d')!.match(/[ML]/g)!.length).toBe(5)
    expect(words).toContain('objective')
    expect(words.slice(words.indexOf('objective') + 1, -1)).toEqual(['1', '2', '3', '4', '5'])
  })

  it('outliers: every sample in a bar, those set aside apart from the others', async () => {
    const { svg, words } = await svgOf('outliers')
    const counts = (of: Element) =>
      [...of.querySelectorAll('title')].map((title) => Number(/(\d+) sample/.exec(title.textContent!)![1]))
    expect(counts(svg as unknown as Element).reduce((sum, count) => sum + count, 0)).toBe(stored.labels.length)
    expect(words).toContain(`${stored.outlierScores!.filter((score) => score > 3.5).length} samples past 3.5`)
    const none = { ...stored, outliers: new Uint8Array(stored.labels.length) }
    expect((await svgOf('outliers', none)).words).toContain('none set aside')
  })

  it('features: bars of one cluster, and refuses a cluster that there is not', async () => {
    const { words } = await svgOf('features', stored, { cluster: 2 })
    expect(words.filter((word) => /feature [24]$/.test(word!)).length).toBe(4)
    await expect(figure('features', stored, { cluster: 3 })).rejects.toThrow(
      /cluster: is 3, give a cluster from 0 to 2/,
    )
  })

  it('says what is missing and what to do', async () => {
    const bare = storedExample({ explained: false })
    await expect(figure('map', bare)).rejects.toThrow(/figure map: needs an explanation/)
    await expect(figure('confusion', bare)).rejects.toThrow(/needs true labels/)
    await expect(figure('choice', bare)).rejects.toThrow(/needs a number of clusters that was chosen/)
    await expect(figure('survival', bare)).rejects.toThrow(/needs times and events/)
    await expect(figure('convergence', bare)).rejects.toThrow(/needs a history/)
    await expect(figure('sizes', bare, { width: 20 })).rejects.toThrow(/width: is 20/)
  })

  it('shows names that hold markup as text', async () => {
    const name = '<script>alert(1)</script>'
    const hostile = storedExample({ views: [name, 'b'], classes: [name, 'x', 'y'] })
    for (const each of ['support', 'agreement', 'confusion', 'features'] as const) {
      const { svg, words } = await svgOf(each, hostile)
      expect(svg.querySelector('script'), each).toBe(null)
      expect(
        words.some((word) => word!.includes('<scri')),
        each,
      ).toBe(true)
    }
  })
})

describe('toPng(svg, scale)', () => {
  it('draws letters with the font it brings', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20"><text x="2" y="15" font-family="Open Sans" font-size="14">Abc</text></svg>'
    const png = Buffer.from(await toPng(svg, 2))
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([120, 40])
    const at = png.indexOf('IDAT')
    const pixels = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)))
    expect(pixels.filter((byte) => byte > 128).length).toBeGreaterThan(100)
  })
})
