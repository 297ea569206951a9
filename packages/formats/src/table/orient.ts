import { InputError } from '@manyview/core'
import type { SampleAxis } from '../dataset/to-view.ts'

/** Shape of one matrix that is to become a view. */
interface MatrixShape {
  name: string
  rows: number
  columns: number
}

/** Where the samples are in each matrix, and in words how that was found. */
interface Orientation {
  axes: SampleAxis[]
  samples: number
  note?: string
  warning?: string
}

/** Lengths that tell the number of samples: those of label vectors, and the sample counts of other files. */
interface KnownLengths {
  labels: number[]
  files: number[]
}

/**
 * Finds which dimension counts the samples: the one that all matrices share; if they share both, the one that is known from labels or other files;
 * else rows, with a warning. `wanted` overrides.
 */
export function orient(shapes: MatrixShape[], lengths: KnownLengths, wanted?: SampleAxis): Orientation {
  const [first] = shapes
  const all = (axis: SampleAxis): Orientation => ({ axes: shapes.map(() => axis), samples: first[axis] })
  if (wanted) {
    const other = shapes.find((shape) => shape[wanted] !== first[wanted])
    if (other) throw differentCounts(first, other, wanted)
    return all(wanted)
  }
  const rowsShared = shapes.every((shape) => shape.rows === first.rows)
  const columnsShared = shapes.every((shape) => shape.columns === first.columns)
  if (rowsShared && columnsShared) return settleBoth(first, lengths, all)
  if (rowsShared) return { ...all('rows'), note: `samples are rows: all views have ${first.rows} of them` }
  if (columnsShared) return { ...all('columns'), note: `samples are columns: all views have ${first.columns} of them` }
  const common = [first.rows, first.columns].filter((n) =>
    shapes.every((shape) => shape.rows === n || shape.columns === n),
  )
  const samples = common.find((n) => isKnown(n, lengths)) ?? common[0]
  if (samples === undefined) {
    const other = shapes.find(
      ({ rows, columns }) => ![rows, columns].some((n) => n === first.rows || n === first.columns),
    )
    throw differentCounts(first, other ?? shapes.find((shape) => shape.rows !== first.rows)!, 'rows')
  }
  const axes = shapes.map((shape): SampleAxis => (shape.rows === samples ? 'rows' : 'columns'))
  return {
    axes,
    samples,
    note: `samples are the dimension of ${samples} that all views have, in some as rows, in others as columns`,
  }
}

function isKnown(length: number, { labels, files }: KnownLengths): boolean {
  return labels.includes(length) || files.includes(length)
}

function settleBoth(first: MatrixShape, lengths: KnownLengths, all: (axis: SampleAxis) => Orientation): Orientation {
  const fitting = (['rows', 'columns'] as const).filter((axis) => isKnown(first[axis], lengths))
  if (fitting.length === 1) {
    const [axis] = fitting
    const count = first[axis]
    const reason = lengths.files.includes(count)
      ? `other files have ${count} samples`
      : `the labels have ${count} entries`
    return { ...all(axis), note: `samples are ${axis}: ${reason}` }
  }
  return {
    ...all('rows'),
    warning: `every view is ${first.rows}×${first.columns}, which does not tell whether samples are rows or columns: rows taken, set samples to columns if that is wrong`,
  }
}

function differentCounts(first: MatrixShape, other: MatrixShape, axis: SampleAxis): InputError {
  return new InputError(
    `has ${other[axis]} ${axis} (${other.rows}×${other.columns}) but "${first.name}" has ${first[axis]} (${first.rows}×${first.columns}), all views must describe the same samples`,
    { code: 'sample-counts', argument: other.name, details: { [other.name]: other[axis], [first.name]: first[axis] } },
  )
}
