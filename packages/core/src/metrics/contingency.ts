import { InputError } from '../input-error.ts'

/** How two labelings of the same samples meet: `counts[a * columns + b]` samples are in cluster a of the first and b of the second. */
export interface Contingency {
  readonly samples: number
  readonly rows: number
  readonly columns: number
  readonly counts: Float64Array
  readonly rowSums: Float64Array
  readonly columnSums: Float64Array
}

/** Labels as numbers 0, 1, …, and the name of each number. */
interface EncodedLabels {
  codes: Int32Array
  names: string[]
}

/** Encodes labels of any kind as numbers 0, 1, … in the order in which they first appear. O(n). */
export function encodeLabels(labels: ArrayLike<number | string>): EncodedLabels {
  if (labels instanceof Int32Array) return encodeNumbers(labels)
  const codeOf = new Map<number | string, number>()
  const codes = Int32Array.from({ length: labels.length }, (_, i) => {
    const code = codeOf.get(labels[i]) ?? codeOf.size
    codeOf.set(labels[i], code)
    return code
  })
  return { codes, names: [...codeOf.keys()].map(String) }
}

/** Encodes labels that are whole numbers through a table, which is faster than a map. */
function encodeNumbers(labels: Int32Array): EncodedLabels {
  const names: string[] = []
  const table: number[] = []
  const codes = new Int32Array(labels.length)
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i]
    if (table[label] === undefined) {
      table[label] = names.length
      names.push(String(label))
    }
    codes[i] = table[label]
  }
  return { codes, names }
}

/** Counts how two labelings of n samples meet; refuses unequal numbers of labels, and none. O(n + clusters²). */
export function contingency(first: ArrayLike<number | string>, second: ArrayLike<number | string>): Contingency {
  if (first.length !== second.length || first.length === 0)
    throw new InputError(
      `the two labelings have ${first.length} and ${second.length} samples, give equal numbers, at least one`,
      {
        code: 'label-counts',
        argument: 'labels',
        details: { first: first.length, second: second.length },
      },
    )
  return tableOf(encodeLabels(first), encodeLabels(second))
}

/** Counts how two encoded labelings of n samples meet. O(n + clusters²). */
function tableOf(first: EncodedLabels, second: EncodedLabels): Contingency {
  const rows = first.names.length
  const columns = second.names.length
  const counts = new Float64Array(rows * columns)
  const [a, b] = [first.codes, second.codes]
  for (let i = 0; i < a.length; i++) counts[a[i] * columns + b[i]]++
  const rowSums = new Float64Array(rows)
  const columnSums = new Float64Array(columns)
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < columns; c++) {
      rowSums[r] += counts[r * columns + c]
      columnSums[c] += counts[r * columns + c]
    }
  return { samples: a.length, rows, columns, counts, rowSums, columnSums }
}
