import type { Matrix } from '@manyview/core'
import { type PreparedViews, prepareViews } from '@manyview/core/methods'
import { isSparse, normal, Random, toDense } from '@manyview/core/numerics'
import { singleProcess } from '@manyview/core/runtime'
import { takeInput } from '../quality/benchmark-files.ts'

/** Views with something planted in them, and 1 for each sample that was. */
export interface Planted {
  input: PreparedViews
  marks: Uint8Array
}

/** Share of the samples that is planted. */
const SHARE = 0.05
/** Noise of a copy, as a share of the deviation of each feature. */
const NOISE = 0.01

/** 5 % of the samples are drawn anew, uniformly in the bounding box of each view. */
export function plantBox(input: PreparedViews, seed: number): Planted {
  const random = new Random(seed)
  const { marks, positions } = choose(input.samples, random)
  return { marks, input: withViews(input, (data) => boxInto(data, positions, random)) }
}

/** 5 % of the samples swap their views among themselves: every view is a real one, but they do not belong together. */
export function plantMixed(input: PreparedViews, seed: number): Planted {
  const { marks, positions } = choose(input.samples, new Random(seed))
  const views = input.views.map((view, v) => {
    const from = Uint32Array.from({ length: input.samples }, (_, i) => i)
    positions.forEach((i, a) => {
      from[i] = positions[(a + v) % positions.length]
    })
    return takeInput({ ...input, views: [view] }, from).views[0]
  })
  return { marks, input: { ...input, views } }
}

/** 5 % of the samples once more at the end, with noise of 1 % of the deviation of each feature; of counts (more than half zeros) 1 % of each value, so that what is absent stays so. */
export function plantCopies(input: PreparedViews, seed: number): { input: PreparedViews; pairs: [number, number][] } {
  const random = new Random(seed)
  const { positions } = choose(input.samples, random)
  const from = Uint32Array.from({ length: input.samples + positions.length }, (_, i) =>
    i < input.samples ? i : positions[i - input.samples],
  )
  const doubled = takeInput({ ...input, ids: Array.from(from, String) }, from)
  return {
    input: withViews(doubled, (data) => noiseInto(data, input.samples, random)),
    pairs: positions.map((i, a) => [i, input.samples + a]),
  }
}

function choose(samples: number, random: Random): { marks: Uint8Array; positions: number[] } {
  const positions = Array.from(random.permutation(samples).slice(0, Math.max(2, Math.round(SHARE * samples))))
  const marks = new Uint8Array(samples)
  for (const i of positions) marks[i] = 1
  return { marks, positions: positions }
}

function withViews(input: PreparedViews, change: (data: Matrix) => void): PreparedViews {
  const views = input.views.map(({ name, data }) => {
    const { rows, columns, data: values } = isSparse(data) ? toDense(data) : data
    const copy = { rows, columns, data: Float64Array.from(values) }
    change(copy)
    return [name, { samples: rows, features: columns, data: copy.data }]
  })
  return prepareViews(Object.fromEntries(views), { ranks: singleProcess })
}

function boxInto({ rows, columns, data }: Matrix, positions: readonly number[], random: Random): void {
  for (let j = 0; j < columns; j++) {
    let [low, high] = [Infinity, -Infinity]
    for (let i = 0; i < rows; i++) {
      low = Math.min(low, data[i * columns + j])
      high = Math.max(high, data[i * columns + j])
    }
    for (const i of positions) data[i * columns + j] = low + (high - low) * random.uniform()
  }
}

function noiseInto({ rows, columns, data }: Matrix, first: number, random: Random): void {
  const counts = data.reduce((zeros, value) => zeros + Number(value === 0), 0) > data.length / 2
  for (let j = 0; j < columns; j++) {
    let [sum, squares] = [0, 0]
    for (let i = 0; i < first; i++) {
      sum += data[i * columns + j]
      squares += data[i * columns + j] ** 2
    }
    const deviation = Math.sqrt(Math.max(squares / first - (sum / first) ** 2, 0))
    for (let i = first; i < rows; i++) {
      const p = i * columns + j
      data[p] += NOISE * (counts ? data[p] : deviation) * normal(random)
    }
  }
}
