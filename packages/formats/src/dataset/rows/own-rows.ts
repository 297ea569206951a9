import { InputError } from '@manyview/core'
import type { ShapedView } from '@manyview/core/numerics'
import { type Share, share, shares, singleProcess } from '@manyview/core/runtime'
import { counted, plural } from '@manyview/core/words'
import { entries } from '../../bytes/stored-value.ts'
import type { FoundView } from '../findings.ts'
import type { SampleIds } from '../join-samples.ts'
import { matrixShape, toView } from '../to-view.ts'
import { NotInParts } from './exchange.ts'
import { keeper, keepInScratch, partOfBlocks } from './keep-rows.ts'
import { type BlockedReading, type RowOptions, smallBytes } from './read-part.ts'
import { samplesAtOnce, samplesFrom } from './take-samples.ts'

/** This rank's samples of a view, their ids, and how many samples each rank has. */
export interface OwnRows extends SampleIds {
  view: ShapedView
}

/** The samples of a view that this rank has of a table (`part`: they were handed out; `rows`: where they are), or its even share of a matrix, which is read now. Collective. */
export async function ownRows(
  description: FoundView,
  table: { part: boolean; rows: ShapedView | null },
  options: RowOptions,
): Promise<OwnRows> {
  const { ranks = singleProcess } = options
  const { size, rank } = ranks
  const { value, axis, ids, name } = description
  if (table.part) {
    const view = table.rows ?? toView(value, axis)
    return { view, ids, counts: Array.from(ranks.allGather(Float64Array.of(view.samples))) }
  }
  const total = matrixShape(value)[axis === 'rows' ? 0 : 1]
  if (total === 0)
    throw new InputError('holds no samples, give at least one or leave the view out', {
      code: 'no-views',
      argument: name,
    })
  if (total < size)
    throw new NotInParts(`there ${plural(total, 'is', 'are')} ${counted(total, 'sample')} for ${counted(size, 'rank')}`)
  if (ids && ids.length !== total)
    throw new InputError(`has ${counted(ids.length, 'id')} for ${counted(total, 'sample')}, give one id per sample`, {
      code: 'ids',
      argument: name,
    })
  const ownShare = share(total, size, rank)
  return {
    view: value.readPart
      ? await readOwn(description, ownShare, options.blocks)
      : heldOwn(description, ownShare, options),
    ids: size === 1 ? ids : (ids?.slice(ownShare.begin, ownShare.end) ?? null),
    counts: shares(total, size).map((each) => each.end - each.begin),
  }
}

/** Samples of a matrix that had to be read whole; in scratch where it is large. */
function heldOwn({ value, axis }: FoundView, { begin, end }: Share, options: RowOptions): ShapedView {
  const view = samplesFrom(toView(value, axis), begin, end)
  const bytes = value.type === 'dense' ? 8 * entries(value.shape) : 16 * value.values.length
  return bytes > smallBytes(options) ? keepInScratch(view, options.blocks!.scratch) : view
}

/** Samples of a matrix that was left in its file: read now, or left there, or copied to scratch. */
async function readOwn(
  { value, axis, name }: FoundView,
  ownShare: Share,
  blocks?: BlockedReading,
): Promise<ShapedView> {
  const read = async (part: Share) => {
    const values = await value.readPart!(axis, part)
    if (!values) throw new NotInParts(`the samples of ${name} lie in several dimensions`)
    return toView(values, axis)
  }
  if (!blocks) return read(ownShare)
  if (value.type === 'dense' && value.npyPath !== undefined && value.shape.length === 2)
    return partOfBlocks(blocks.openNpy(value.npyPath, axis), ownShare.begin, ownShare.end)
  const [rows, columns] = matrixShape(value)
  const [total, features] = axis === 'rows' ? [rows, columns] : [columns, rows]
  const shape = { samples: ownShare.end - ownShare.begin, features }
  const sparse = value.type === 'sparse'
  const store = keeper({ ...shape, sparse }, blocks.scratch)
  const count = sparse ? value.pointers[value.pointers.length - 1] : 0
  const step = samplesAtOnce(
    sparse
      ? { samples: total, features, values: { length: count }, indices: [], pointers: [] }
      : { ...shape, data: [] },
  )
  for (let begin = ownShare.begin; begin < ownShare.end; begin += step)
    store.put(await read({ begin, end: Math.min(begin + step, ownShare.end) }))
  return store.done()
}
