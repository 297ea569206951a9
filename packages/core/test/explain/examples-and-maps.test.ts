import { nameClusters } from '@manyview/core'
import { expect, it } from 'vitest'
import { typicalSamples } from '../../src/explain/explanation.ts'
import { viewNeighbours } from '../../src/explain/view-agreement.ts'
import { viewMaps } from '../../src/explain/view-maps.ts'
import type { ViewScores } from '../../src/explain/view-scores.ts'
import { fromRows, matrix } from '../../src/numerics/linalg/matrix.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import { runToEnd } from '../../src/runtime/steps.ts'

it('typicalSamples ranks by confidence, then by how much nearer the own centre is, then by place; outliers are no examples', () => {
  const labels = Int32Array.of(0, 0, 0, 0, 1, 1)
  const embedding = fromRows([[0], [1], [3], [0], [10], [12]])
  const none = { labels, clusters: 2, confidence: null, embedding: null, outliers: undefined }
  expect(typicalSamples(none as never, 2)[0]).toEqual({ typical: [0, 1], doubtful: [3, 2] })
  // The centres are 1 and 11: samples 0 and 3 are 11 − 1 ahead, 1 is 10 − 0, 2 is 8 − 2.
  expect(typicalSamples({ ...none, embedding } as never, 4)[0].typical).toEqual([0, 1, 3, 2])
  const confidence = Float64Array.of(0.5, 0.5, 0.9, 0.1, 1, 1)
  expect(typicalSamples({ ...none, embedding, confidence } as never, 2)[0]).toEqual({
    typical: [2, 0],
    doubtful: [3, 1],
  })
  const outliers = Uint8Array.of(0, 0, 1, 0, 0, 0)
  // Without the sample at 3 the centre is 1/3.
  expect(typicalSamples({ ...none, embedding, outliers } as never, 9)[0].typical).toEqual([0, 3, 1])
})

it('nameClusters cuts names of more than 40 letters', () => {
  const named = (length: number) => nameClusters([[{ name: 'x'.repeat(length), effect: 1, word: true }]])[0]
  expect(named(40)).toBe('x'.repeat(40))
  expect(named(41)).toBe('x'.repeat(40))
})

it('viewMaps draws each view, NaN where a sample lacks it, and none of one view or of more than 24', async () => {
  const kernels = await Kernels.load()
  const random = new Random(2)
  const rows = 30
  const noise = (count: number, columns: number) =>
    matrix(
      count,
      columns,
      Float64Array.from({ length: count * columns }, () => normal(random)),
    )
  const whole = noise(rows, 2)
  const view = (name: string, place: Uint32Array, columns = 3) => ({
    name,
    place,
    scores: noise(place.length, columns),
  })
  const all = Uint32Array.from({ length: rows }, (_, i) => i)
  const some = all.subarray(5)
  const draw = (views: ViewScores[], map = whole) => {
    const near = runToEnd(viewNeighbours(kernels, views, 15, new Random(3)))
    return runToEnd(viewMaps(kernels, views, near, map, new Random(1)))
  }
  const [full, partly, constant, few] = draw([
    view('full', all),
    view('partly', some),
    view('constant', all, 0),
    view('few', all.subarray(0, 2)),
  ])!
  expect(full.map.data.every(Number.isFinite)).toBe(true)
  expect(full.trust).toBeGreaterThan(0)
  expect([...partly.map.data.subarray(0, 10)].every(Number.isNaN)).toBe(true)
  expect(partly.map.data.subarray(10).every(Number.isFinite)).toBe(true)
  for (const empty of [constant, few]) {
    expect(empty.trust).toBe(0)
    expect(empty.map.data.every(Number.isNaN)).toBe(true)
  }
  expect(draw([view('alone', all)])).toBe(null)
  const two = Uint32Array.of(0, 1)
  expect(draw(Array.from({ length: 24 }, () => view('v', two)))!.length).toBe(24)
  expect(draw(Array.from({ length: 25 }, () => view('v', two)))).toBe(null)
  expect(draw([view('a', two), view('b', two)], matrix(20_000, 2))!.length).toBe(2)
  expect(draw([view('a', two), view('b', two)], matrix(20_001, 2))).toBe(null)
})
