import type { Matrix } from '@manyview/core'
import { fromRows, matrix, multiplyTranspose, Random } from '@manyview/core/numerics'
import { Kernels } from '@manyview/core/runtime'
import { describe, expect, it } from 'vitest'
import { normaliseAffinity, spectralEmbedding, spectralEmbeddingSteps } from '../../src/graph/spectral-embedding.ts'

/** Affinity of n samples in `clusters` groups (i mod clusters): strong and random inside, weak between. */
function blocks(n: number, clusters: number, between: number): Matrix {
  const random = new Random(4)
  const affinity = matrix(n, n)
  for (let i = 0; i < n; i++)
    for (let j = 0; j <= i; j++) {
      const value = (i % clusters === j % clusters ? 1 : between) * (0.5 + random.uniform())
      affinity.data[i * n + j] = affinity.data[j * n + i] = value
    }
  return affinity
}

describe('spectralEmbedding(affinity, dimensions)', () => {
  it('maps separate groups onto orthogonal unit vectors', () => {
    const embedding = spectralEmbedding(blocks(12, 3, 0), 3)
    const gram = multiplyTranspose(embedding, embedding)
    for (let i = 0; i < 12; i++)
      for (let j = 0; j < 12; j++) expect(gram.data[i * 12 + j]).toBeCloseTo(i % 3 === j % 3 ? 1 : 0, 12)
  })

  it('gives at most as many dimensions as samples', () => {
    expect(spectralEmbedding(blocks(4, 2, 0.1), 9).columns).toBe(4)
  })
})

describe('spectralEmbeddingSteps(kernels, affinity, dimensions)', () => {
  it.each([60, 400])('spans what the dense eigenproblem spans, n = %i', async (n) => {
    const affinity = blocks(n, 4, 0.2)
    const generator = spectralEmbeddingSteps(await Kernels.load(), affinity, 4)
    let step = generator.next()
    while (!step.done) step = generator.next()
    const [found, dense] = [step.value, spectralEmbedding(affinity, 4)].map((a) => multiplyTranspose(a, a))
    const worst = found.data.reduce((most, value, p) => Math.max(most, Math.abs(value - dense.data[p])), 0)
    expect(worst).toBeLessThan(1e-7)
  })
})

it('normaliseAffinity divides by the roots of the degrees and keeps a sample without neighbours finite', () => {
  const normalised = normaliseAffinity(
    fromRows([
      [0, 4, 0],
      [4, 0, 0],
      [0, 0, 0],
    ]),
  )
  expect(normalised.data[1]).toBeCloseTo(1, 14)
  expect(normalised.data.every(Number.isFinite)).toBe(true)
})
