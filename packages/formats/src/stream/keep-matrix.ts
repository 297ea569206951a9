import { type BlockedView, blockedView, defaultBlockRows, InputError, type Scratch } from '@manyview/core'
import type { FoundView } from '../dataset/findings.ts'
import { matrixShape, toView } from '../dataset/to-view.ts'
import { keptView } from './keep-table.ts'

/** A matrix as a view that is read in blocks: from memory where it was read, else copied to `scratch` slice by slice. Sparse ones are refused. */
export async function keepMatrix({ name, value, axis }: FoundView, scratch: Scratch): Promise<BlockedView> {
  const refuse = (what: string): never => {
    throw new InputError(`${what}, which cannot be read in blocks, fit it in memory`, {
      code: 'stream',
      argument: name,
    })
  }
  if (value.type === 'sparse') return refuse('is sparse')
  if (!value.readPart) {
    const view = toView(value, axis)
    return 'data' in view ? blockedView(view) : refuse('is sparse')
  }
  const [rows, columns] = matrixShape(value)
  const [samples, features] = axis === 'rows' ? [rows, columns] : [columns, rows]
  const room = scratch.room(samples, features)
  const step = defaultBlockRows(features)
  for (let begin = 0; begin < samples; begin += step) {
    const part = await value.readPart(axis, { begin, end: Math.min(begin + step, samples) })
    const view = part ? toView(part, axis) : refuse('has samples along several dimensions')
    if ('data' in view) room.writeRows(begin, Float64Array.from(view.data))
  }
  return keptView(room)
}
