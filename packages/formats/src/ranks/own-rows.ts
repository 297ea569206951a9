import { type Communicator, type DenseView, InputError, type SparseView, share, shares } from '@manyview/core'
import type { FoundView } from '../dataset/findings.ts'
import { takeSamples } from '../dataset/take-samples.ts'
import { matrixShape, toView } from '../dataset/to-view.ts'
import { NotInParts } from './not-in-parts.ts'

/** This rank's samples of a view, their ids, and how many samples each rank has. */
export interface OwnRows {
  view: DenseView | SparseView
  ids: string[] | null
  counts: number[]
}

/** The samples of a view that this rank has read of a table (`inPart`), or its even share of a matrix, which is read now. */
export async function ownRows(found: FoundView, inPart: boolean, communicator: Communicator): Promise<OwnRows> {
  const { size, rank } = communicator
  const { value, axis, ids, name } = found
  if (inPart) {
    const view = toView(value, axis)
    return { view, ids, counts: Array.from(communicator.allGather(Float64Array.of(view.samples))) }
  }
  const total = matrixShape(value)[axis === 'rows' ? 0 : 1]
  if (total < size) throw new NotInParts(`there are ${total} samples for ${size} ranks`)
  const { begin, end } = share(total, size, rank)
  const part = value.readPart ? await value.readPart(axis, { begin, end }) : null
  if (value.readPart && !part) throw new NotInParts(`the samples of ${name} lie in several dimensions`)
  const view = part
    ? toView(part, axis)
    : takeSamples(
        toView(value, axis),
        Array.from({ length: end - begin }, (_, i) => begin + i),
      )
  if (ids && ids.length !== total)
    throw new InputError(`has ${ids.length} ids for ${total} samples, give one id a sample`, {
      code: 'ids',
      argument: name,
    })
  return {
    view,
    ids: ids?.slice(begin, end) ?? null,
    counts: shares(total, size).map((each) => each.end - each.begin),
  }
}
