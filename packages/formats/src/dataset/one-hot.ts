import { InputError } from '@manyview/core'
import { counted } from '@manyview/core/words'
import type { SparseValue } from '../bytes/stored-value.ts'
import { countLevels, levelsOf, type TextColumn } from '../table/table.ts'

/** Most different values a column may have to be encoded, whatever the number of samples. */
export const mostLevels = 1000

/** Why a text column cannot be encoded, or null when it can: at most 1000 levels and at most half as many as samples. */
export function tooManyLevels(column: TextColumn): string | null {
  const { distinct, rows } = countLevels(column)
  return distinct > mostLevels || distinct * 2 > rows
    ? `${counted(distinct, 'different value')} in ${counted(rows, 'sample')}`
    : null
}

/** The features of `oneHot` by name: `colour = red`. */
export function levelNames(columns: TextColumn[]): string[] {
  return columns.flatMap((column) =>
    levelsOf(column)
      .filter((level) => level !== '')
      .map((level) => `${column.name} = ${level}`),
  )
}

/** One feature a level of each column, 1 where the sample has it; an empty field has none. Sparse, levels in order of first appearance. */
export function oneHot(columns: TextColumn[], argument: string): SparseValue {
  const samples = columns[0].values.length
  const places = columns.map((column) => {
    const problem = tooManyLevels(column)
    if (problem)
      throw new InputError(`column "${column.name}" has ${problem}, too many to encode as categories, leave it out`, {
        code: 'levels',
        argument,
      })
    const levels = levelsOf(column).filter((level) => level !== '')
    return new Map(levels.map((level, i) => [level, i]))
  })
  const starts = places.map((_, c) => places.slice(0, c).reduce((sum, levels) => sum + levels.size, 0))
  const features = places.reduce((sum, levels) => sum + levels.size, 0)
  const pointers = new Uint32Array(samples + 1)
  const indices = new Uint32Array(samples * columns.length)
  let count = 0
  for (let i = 0; i < samples; i++) {
    columns.forEach(({ values }, c) => {
      const level = places[c].get(values[i])
      if (level !== undefined) indices[count++] = starts[c] + level
    })
    pointers[i + 1] = count
  }
  return {
    type: 'sparse',
    shape: [samples, features],
    order: 'rows',
    values: new Uint8Array(count).fill(1),
    indices: indices.subarray(0, count),
    pointers,
  }
}
