import type { Matrix } from '@manyview/core'
import { cluster } from '@manyview/core'
import {
  fromRows,
  identity,
  multiplyTranspose,
  Random,
  transpose,
  transposeMultiply,
  unitRows,
} from '@manyview/core/numerics'
import { Kernels } from '@manyview/core/runtime'
import { describe, expect, it } from 'vitest'
import { runToEnd } from '../../../core/src/runtime/steps.ts'
import { firstAnchors, type SeFtmcState, seFtmc, seFtmcIterations } from '../../src/methods/se-ftmc.ts'
import { partition, planted, plantedViews, truth } from '../planted.ts'

const settings = { alpha: 0.05, tolerance: 1e-7, maxIterations: 100 }

async function run(views: number[][][], anchors: number): Promise<{ first: Matrix[]; last: SeFtmcState }> {
  const kernels = await Kernels.load()
  const columns = views.map((view) => transpose(unitRows(fromRows(view))))
  const first = columns.map((view) => runToEnd(firstAnchors(kernels, view, anchors)))
  let last: SeFtmcState | undefined
  for (const state of seFtmcIterations(kernels, columns, first, settings)) last = state
  return { first, last: last! }
}

function difference(a: Matrix, b: Matrix): number {
  return Math.max(...a.data.map((value, p) => Math.abs(value - b.data[p])))
}

describe('se-ftmc', () => {
  it('starts from singular vectors of either side, each with its largest entry positive, and zeros past the rank', async () => {
    for (const view of [planted[1], planted[1].slice(0, 5)]) {
      const kernels = await Kernels.load()
      const columns = transpose(unitRows(fromRows(view)))
      const anchors = runToEnd(firstAnchors(kernels, columns, 6))
      const rank = Math.min(6, columns.rows, columns.columns)
      const gram = transposeMultiply(anchors, anchors)
      for (let j = 0; j < 6; j++) expect(Math.abs(gram.data[j * 6 + j] - (j < rank ? 1 : 0))).toBeLessThan(1e-10)
      const image = transposeMultiply(columns, anchors)
      const products = transposeMultiply(image, image)
      for (let p = 0; p < 36; p++) if (p % 7 !== 0) expect(Math.abs(products.data[p])).toBeLessThan(1e-9)
      for (let j = 0; j < rank; j++) {
        const column = Array.from({ length: anchors.rows }, (_, i) => anchors.data[i * 6 + j])
        expect(Math.max(...column)).toBe(Math.max(...column.map(Math.abs)))
      }
    }
  })

  it('meets every constraint of the model when it stops', async () => {
    const { last } = await run(planted, 4)
    expect(last.converged).toBe(true)
    expect(Math.max(...last.residuals)).toBeLessThan(1e-7)
    expect(difference(multiplyTranspose(last.Z, last.Z), identity(4, 4))).toBeLessThan(1e-13)
    for (const [v, a] of last.A.entries()) {
      expect(difference(transposeMultiply(a, a), identity(4, 4))).toBeLessThan(1e-13)
      const model = transposeMultiply(multiplyTranspose(last.G[v], a), last.Z)
      const view = transpose(unitRows(fromRows(planted[v])))
      expect(Math.max(...view.data.map((x, p) => Math.abs(x - model.data[p] - last.E[v].data[p])))).toBeLessThan(1e-7)
    }
  })

  it('takes views with fewer features than anchors, whose anchors then have orthonormal rows', async () => {
    const { last } = await run(plantedViews(24, 3, [2, 9]), 6)
    expect(last.converged).toBe(true)
    expect(difference(multiplyTranspose(last.A[0], last.A[0]), identity(2, 2))).toBeLessThan(1e-13)
  })

  it('has the same coordinates for any order of the samples', async () => {
    const order = Array.from(new Random(5).permutation(24))
    const turned = planted.map((view) => order.map((i) => view[i]))
    const [stored, other] = [(await run(planted, 4)).last.Z, (await run(turned, 4)).last.Z]
    const [p, q] = [transposeMultiply(stored, stored), transposeMultiply(other, other)]
    // Rounding grows with the penalties, which reach 1e7.
    for (const [a, i] of order.entries())
      for (const [b, j] of order.entries()) expect(Math.abs(q.data[a * 24 + b] - p.data[i * 24 + j])).toBeLessThan(1e-6)
  })

  it('finds clear clusters with one and two anchors per cluster', async () => {
    for (const anchorsPerCluster of [1, 2]) {
      const { labels, warnings } = await cluster(planted, { clusters: 3, method: seFtmc, anchorsPerCluster })
      expect(partition(labels)).toEqual(truth)
      expect(warnings).toEqual([])
    }
  })

  it('says in its title and description that it is a variant', () => {
    expect(seFtmc.title).toContain('variant')
    expect(seFtmc.description).toContain('not a reproduction')
  })
})
