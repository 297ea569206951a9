import type { Matrix, Progress } from '@manyview/core'
import { matrix } from '@manyview/core/numerics'
import type { FoldSums, FoldTurn, WeighedGroups } from '@manyview/core/runtime'
import type { Card } from '../card.ts'
import { bits } from '../dense/bits.ts'
import { type CardMatrix, emptyMatrix, gram, gramLater, upload } from '../dense/card-matrix.ts'
import { alone, beside, downloadWide, offerWide, unitRowsOf } from '../dense/wide-matrix.ts'
import { clusterSumsKernel } from '../kmeans/kmeans-kernels.ts'
import type { Room } from '../room.ts'
import { softenKernel, spreadKernel, turnKernel, weighKernel } from './refinement-kernels.ts'

/** Points whose sums are one part of the sums of all, at least, and parts at the most. */
const SHARE = 1024
const PARTS = 64
const ALL = 0xffffffff

const turn = { stage: 'refinement', iteration: 1, total: 1 }

/** Weighted sums of the points (n×p) of each fold: parts in single precision, their sum in double. O(n·p·(p·folds + clusters·folds)). */
export function* foldSums(
  card: Card,
  given: Matrix,
  groups: WeighedGroups,
  folds: number,
): Generator<Progress, FoldSums[]> {
  const room = card.room()
  try {
    const points = upload(room, given)
    const weighed = emptyMatrix(room, given.rows, given.columns)
    const buffers = [points.buffer, weightsOf(room, groups), foldsOf(room, groups), weighed.buffer]
    const entries = (given.rows * points.width) / 4
    const weigh = (fold: number, roots: boolean) =>
      card.run(weighKernel, [entries, points.width / 4, fold, Number(roots)], buffers, Math.ceil(entries / 256))
    const squares = Array.from({ length: folds }, (_, fold) => {
      weigh(fold, true)
      return gramLater(card, room, weighed, weighed)
    })
    weigh(ALL, false)
    const sums = clusterSumsLater(card, room, weighed, groups, folds)
    const rawSums = yield* card.readAll([sums.part, ...squares.map(({ part }) => part)], turn)
    const byCluster = sums.sum(rawSums[0])
    return squares.map(({ sum }, fold) => ({ squares: sum(rawSums[fold + 1]), points: byCluster[fold] }))
  } finally {
    room.free()
  }
}

/** The sums of rows by fold and cluster (clusters × columns each), to be read with other things. */
function clusterSumsLater(
  card: Card,
  room: Room,
  { buffer, rows, columns, width }: CardMatrix,
  { labels, clusters, folds }: WeighedGroups,
  count: number,
) {
  const named = room.written(rows, Uint32Array, (to) => {
    for (let i = 0; i < rows; i++) to[i] = folds[i] * clusters + labels[i]
  })
  const share = Math.max(SHARE, Math.ceil(rows / PARTS))
  const shares = Math.ceil(rows / share)
  // A sum is followed by the number of its points.
  const item = width + 4
  const size = count * clusters * item
  const parts = room.empty(shares * size)
  const run = room.integers([0, width / 4, count * clusters, 1, 0, 0])
  card.run(clusterSumsKernel, [rows, 1, share], [run, buffer, named, parts], shares)
  const sum = (found: ArrayBuffer) => {
    const values = new Float32Array(found)
    return Array.from({ length: count }, (_, fold) => {
      const result = matrix(clusters, columns)
      for (let part = 0; part < shares; part++)
        for (let c = 0; c < clusters; c++)
          for (let j = 0, p = part * size + (fold * clusters + c) * item; j < columns; j++)
            result.data[c * columns + j] += values[p++]
      return result
    })
  }
  return { part: { buffer: parts, length: shares * size }, sum }
}

/** Σ (w · squared distance of a point (n×p) from the mean of its cluster (clusters × p))². O(n·p). */
export function* spreadWithin(
  card: Card,
  given: Matrix,
  groups: WeighedGroups,
  means: Matrix,
): Generator<Progress, number> {
  const room = card.room()
  try {
    const points = upload(room, given)
    const { labels } = groups
    const named = room.resident(labels, () => room.integers(labels))
    const count = Math.ceil(given.rows / 256)
    const sums = room.empty(count)
    const buffers = [points.buffer, weightsOf(room, groups), named, padded(room, means, points.width), sums]
    card.run(spreadKernel, [given.rows, points.width / 4], buffers, count)
    const partSums = new Float32Array(yield* card.read(sums, count, turn))
    return partSums.reduce((sum, part) => sum + part, 0)
  } finally {
    room.free()
  }
}

/** Points (n×p) beside what the turns make of them by fold, divided by √(its squared length + the mean one), in unit rows. O(n·p·q). */
export function* besideTurned(
  card: Card,
  given: Matrix,
  groups: WeighedGroups,
  turns: readonly FoldTurn[],
): Generator<Progress, Matrix> {
  const room = card.room()
  try {
    const { rows } = given
    const points = upload(room, given)
    const further = turns[0].offset.length
    const turned = emptyMatrix(room, rows, further)
    const factors = room.singles(turns.flatMap(({ turn }) => [...padRows(turn, points.width, turned.width)]))
    const offsets = room.singles(turns.flatMap(({ offset }) => [...offset, ...zeros(turned.width - further)]))
    const quads = turned.width / 4
    const buffers = [points.buffer, foldsOf(room, groups), factors, offsets, turned.buffer]
    card.run(turnKernel, [rows, points.width, quads], buffers, Math.ceil((rows * quads) / 256))
    const squares = yield* gram(card, turned, turned, turn)
    let total = 0
    for (let j = 0; j < further; j++) total += squares.data[j * further + j]
    card.run(softenKernel, [rows, quads, ...bits(total / rows)], [turned.buffer], Math.ceil(rows / 64))
    const both = beside(card, room, alone(points), alone(turned))
    unitRowsOf(card, room, both)
    const result = yield* downloadWide(card, both, turn)
    offerWide(room, result.data, both)
    return result
  } finally {
    room.free()
  }
}

function weightsOf(room: Room, { weights }: WeighedGroups): GPUBuffer {
  return room.resident(weights, () => room.singles(weights))
}

function foldsOf(room: Room, { folds }: WeighedGroups): GPUBuffer {
  return room.resident(folds, () => room.integers(folds))
}

/** A small matrix with rows of another width, brought to the card. */
function padded(room: Room, a: Matrix, width: number): GPUBuffer {
  return room.singles(padRows(a, a.rows, width))
}

function padRows({ rows, columns, data }: Matrix, height: number, width: number): Float64Array {
  const result = new Float64Array(height * width)
  for (let i = 0; i < rows; i++) result.set(data.subarray(i * columns, (i + 1) * columns), i * width)
  return result
}

function zeros(length: number): Float64Array {
  return new Float64Array(length)
}
