import { type BlockedMatrix, blocksOf } from '../linalg/blocked-matrix.ts'
import type { Progress } from '../progress.ts'
import { rootOfShare, type StandardisedRoots } from './standardised-roots.ts'

/** As `StandardisedRoots`, with a matrix in blocks in place of an operator. */
export interface StreamedRoots extends Omit<StandardisedRoots, 'x'> {
  x: BlockedMatrix
}

/** `standardisedRoots` of a dense view that is read in blocks: the same numbers, made anew whenever x is read. Three readings. Null where all columns are constant. */
export function* streamedRoots(view: BlockedMatrix): Generator<Progress, StreamedRoots | null> {
  const { rows, columns } = view
  const low = new Float64Array(columns)
  const high = new Float64Array(columns)
  for (const { begin, end, data } of blocksOf(view)) {
    if (begin === 0) {
      low.set(data.subarray(0, columns))
      high.set(low)
    }
    for (let i = begin, p = 0; i < end; i++)
      for (let j = 0; j < columns; j++, p++) {
        low[j] = Math.min(low[j], data[p])
        high[j] = Math.max(high[j], data[p])
      }
    yield { stage: 'views', iteration: end, total: rows }
  }
  const varying = Uint32Array.from(low.keys()).filter((j) => low[j] < high[j])
  if (varying.length === 0) return null

  const mean = new Float64Array(columns)
  const scale = new Float64Array(columns)
  const square = new Float64Array(columns)
  const deviation = new Float64Array(columns)
  for (const { end, data } of blocksOf(view)) {
    for (let first = 0; first < data.length; first += columns)
      for (let c = 0; c < varying.length; c++) {
        const j = varying[c]
        mean[j] += rootOfShare(data[first + j], low[j], high[j])
      }
    yield { stage: 'views', iteration: end, total: rows }
  }
  for (const j of varying) mean[j] /= rows
  for (const { end, data } of blocksOf(view)) {
    for (let first = 0; first < data.length; first += columns)
      for (let c = 0; c < varying.length; c++) {
        const j = varying[c]
        const centred = rootOfShare(data[first + j], low[j], high[j]) - mean[j]
        square[j] += centred * centred
      }
    yield { stage: 'views', iteration: end, total: rows }
  }
  for (const j of varying) {
    deviation[j] = Math.sqrt(square[j] / rows)
    scale[j] = 1 / deviation[j]
  }

  let buffer = new Float64Array(0)
  const x: BlockedMatrix = {
    rows,
    columns: varying.length,
    blockRows: view.blockRows,
    readRows(begin, end, to) {
      const length = (end - begin) * columns
      if (buffer.length < length) buffer = new Float64Array(length)
      view.readRows(begin, end, buffer)
      let next = 0
      for (let first = 0; first < length; first += columns)
        for (let c = 0; c < varying.length; c++) {
          const j = varying[c]
          to[next++] = (rootOfShare(buffer[first + j], low[j], high[j]) - mean[j]) / deviation[j]
        }
    },
  }
  return { x, columns: varying, statistics: { low, high, mean, scale } }
}
