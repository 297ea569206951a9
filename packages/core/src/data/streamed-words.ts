import { type BlockedMatrix, blocksOf, mappedRows } from '../linalg/blocked-matrix.ts'
import { logarithm } from '../math/logarithm.ts'
import type { Progress } from '../progress.ts'
import type { WeightedWords } from './weighted-words.ts'

/** As `WeightedWords`, with rows in blocks, and which rows have an entry. */
export interface StreamedWords extends Omit<WeightedWords, 'rows'> {
  rows: BlockedMatrix
  present: Uint8Array
}

/** `weightedWords` of counts that are read in blocks: the same numbers, made anew whenever rows are read. Three readings. Null where no two samples that are present differ. */
export function* streamedWords(counts: BlockedMatrix): Generator<Progress, StreamedWords | null> {
  const { rows: n, columns } = counts
  const frequency = new Float64Array(columns)
  const present = new Uint8Array(n)
  for (const { begin, end, data } of blocksOf(counts)) {
    for (let i = begin, p = 0; i < end; i++)
      for (let j = 0; j < columns; j++, p++) {
        if (data[p] === 0) continue
        frequency[j]++
        present[i] = 1
      }
    yield { stage: 'views', iteration: end, total: n }
  }
  const idf = frequency.map((count) => (count > 0 ? logarithm((1 + n) / (1 + count)) + 1 : 0))
  const rows = mappedRows(counts, (data, begin) => {
    for (let i = begin, first = 0; first < data.length; i++, first += columns) {
      if (present[i] === 0) continue
      let square = 0
      for (let j = 0; j < columns; j++) {
        const value = Math.sqrt(data[first + j] * idf[j])
        data[first + j] = value
        square += value * value
      }
      const length = Math.sqrt(square)
      for (let j = 0; j < columns; j++) data[first + j] /= length
    }
  })

  const shift = new Float64Array(columns)
  for (const { end, data } of blocksOf(rows)) {
    for (let first = 0; first < data.length; first += columns)
      for (let j = 0; j < columns; j++) shift[j] += data[first + j]
    yield { stage: 'views', iteration: end, total: n }
  }
  const some = present.reduce((sum, mark) => sum + mark, 0)
  for (let j = 0; j < columns; j++) shift[j] /= Math.max(some, 1)
  const shiftSquare = shift.reduce((sum, value) => sum + value * value, 0)

  const scales = new Float64Array(n)
  let differ = false
  for (const { begin, end, data } of blocksOf(rows)) {
    for (let i = begin, first = 0; i < end; i++, first += columns) {
      if (present[i] === 0) continue
      let square = shiftSquare
      for (let j = 0; j < columns; j++) {
        const value = data[first + j]
        if (value !== 0) square += (value - shift[j]) * (value - shift[j]) - shift[j] * shift[j]
      }
      // Rounding leaves about 1e-16 of a row that equals the mean.
      if (square > 1e-14) {
        scales[i] = 1 / Math.sqrt(square)
        differ = true
      }
    }
    yield { stage: 'views', iteration: end, total: n }
  }
  return differ ? { rows, present, idf, shift, scales } : null
}
