import { InputError } from '../../input-error.ts'
import type { Matrix } from '../linalg/matrix.ts'

/** The first slice; refuses a tensor without slices or with slices of different shapes, and a threshold that is negative or not a number. */
export function checkSlices(slices: readonly Matrix[], tau: number): Matrix {
  if (slices.length === 0)
    throw new InputError('there is no slice (0), give one matrix a view', { code: 'no-views', argument: 'slices' })
  if (!(tau >= 0))
    throw new InputError(`the threshold is negative or not a number (${tau}), use 0 or more`, {
      code: 'bad-threshold',
      argument: 'tau',
      details: { tau },
    })
  const first = slices[0]
  slices.forEach(({ rows, columns }, v) => {
    if (rows !== first.rows || columns !== first.columns)
      throw new InputError(
        `slice ${v} is ${rows}×${columns} but slice 0 is ${first.rows}×${first.columns}, give slices of one shape`,
        { code: 'different-shapes', argument: 'slices', details: { slice: v, rows, columns } },
      )
  })
  return first
}
