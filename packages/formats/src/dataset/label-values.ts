import { counted } from '@manyview/core/words'
import type { StoredValue } from '../bytes/stored-value.ts'
import type { Table } from '../table/table.ts'
import { matrixShape } from './to-view.ts'

/** The entries of a vector as label texts (integers or text), or null for anything that cannot be labels. A cell of equal vectors counts once. */
export function labelValues(value: StoredValue, depth = 0): string[] | null {
  if (value.type === 'text') return value.values.length > 1 ? value.values : null
  if (value.type === 'list') return depth < 2 ? listValues(value.items, depth + 1) : null
  if (value.type !== 'dense') return null
  const [rows, columns] = matrixShape(value)
  if (Math.min(rows, columns) !== 1 || value.data.length < 2) return null
  for (let i = 0; i < value.data.length; i++) if (!Number.isInteger(value.data[i])) return null
  return Array.from(value.data, String)
}

function listValues(items: StoredValue[], depth: number): string[] | null {
  if (items.length === 0) return null
  if (items.every((item) => item.type === 'text' && item.values.length === 1))
    return items.map((item) => (item.type === 'text' ? item.values[0] : ''))
  const first = labelValues(items[0], depth)
  if (!first) return null
  const equal = items.every((item) => {
    const values = labelValues(item, depth)
    return values?.length === first.length && values.every((label, i) => label === first[i])
  })
  return equal ? first : null
}

/** The class of each sample from a 0/1 matrix with a single 1 a row (or a column), or null. */
export function oneHotLabels(value: StoredValue): string[] | null {
  if (value.type !== 'dense' || value.shape.length !== 2) return null
  const [rows, columns] = value.shape
  if (Math.min(rows, columns) < 2) return null
  const inRows = rows >= columns
  const samples = inRows ? rows : columns
  const classes = inRows ? columns : rows
  const contiguous = inRows === (value.order === 'rows')
  const labels: string[] = []
  for (let i = 0; i < samples; i++) {
    let place = -1
    for (let c = 0; c < classes; c++) {
      const entry = value.data[contiguous ? i * classes + c : c * samples + i]
      if (entry === 1 && place < 0) place = c
      else if (entry !== 0) return null
    }
    if (place < 0) return null
    labels.push(String(place + 1))
  }
  return labels
}

/** True when values can be classes of n samples: more than one class, and no value a sample of its own (a permutation of 1…n is none). */
export function canBeClasses(values: string[]): boolean {
  const classes = new Set(values).size
  return classes > 1 && classes < values.length
}

/** The note that says which vector was taken as the labels. */
export function labelsNote({ name, values }: { name: string; values: string[] }): string {
  return classesNote(name, new Set(values).size)
}

/** The note that says which vector with so many classes was taken as the labels. */
export function classesNote(name: string, classes: number): string {
  return `labels: ${name}, ${counted(classes, 'class', 'classes')} (for scoring only)`
}

/** Most values of a column of numbers that may be classes, and fewest rows per value. */
const mostClasses = 50
const fewestOfClass = 5

/** The name of the first or last column of a table if it may hold classes: 0, 1, 2 … or 1, 2, 3 … beside columns of which most have fractions. O(rows · columns). */
export function classColumn({ rows, numbers: { names, data }, order }: Table): string | null {
  const width = names.length
  if (width < 3) return null
  const hasFractions = new Uint8Array(width)
  for (let p = 0; p < rows * width; p++) if (data[p] % 1 !== 0 && !Number.isNaN(data[p])) hasFractions[p % width] = 1
  if (hasFractions.reduce((sum, mark) => sum + mark, 0) <= width / 2) return null
  const countsClasses = (column: number) => {
    if (hasFractions[column]) return false
    const values = new Set<number>()
    for (let i = 0; i < rows && values.size <= mostClasses; i++) values.add(data[i * width + column])
    const [least, most] = [Math.min(...values), Math.max(...values)]
    const isCounted = (least === 0 || least === 1) && most - least === values.size - 1
    return isCounted && values.size > 1 && values.size <= mostClasses && rows >= fewestOfClass * values.size
  }
  const place = [width - 1, 0].find(
    (column) => [order[0], order.at(-1)].includes(names[column]) && countsClasses(column),
  )
  return place === undefined ? null : names[place]
}
