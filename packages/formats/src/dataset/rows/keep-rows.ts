import type { BlockedView, DenseView } from '@manyview/core'
import type { BlockedSparseView, ShapedView } from '@manyview/core/numerics'
import type { Scratch } from '@manyview/core/runtime'
import type { NumberArray } from '../../bytes/stored-value.ts'
import { sparseKeeper } from './sparse-keeper.ts'
import { type HeldView, isSparseView, samplesAtOnce, samplesFrom } from './take-samples.ts'

/** Takes the samples of a view, part after part in their order, and gives them as one view. */
export interface Keeper {
  put(part: HeldView): void
  done(): ShapedView
}

/** What a view becomes. */
export interface KeptShape {
  samples: number
  features: number
  sparse: boolean
}

/** Keeps a view of this shape in `scratch`; in memory where there is none. */
export function keeper(shape: KeptShape, scratch: Scratch | null): Keeper {
  const { sparse } = shape
  const kept = sparse ? sparseKeeper(shape, scratch) : scratch ? blockedKeeper(shape, scratch) : denseKeeper(shape)
  return withMarks(kept, shape.samples)
}

/** Copies the samples of a view to `scratch`. */
export function keepInScratch(view: ShapedView, scratch: Scratch): ShapedView {
  const { samples, features } = view
  const kept = keeper({ samples, features, sparse: isSparseView(view) }, scratch)
  const step = samplesAtOnce(view)
  for (let begin = 0; begin < samples; begin += step)
    kept.put(samplesFrom(view, begin, Math.min(begin + step, samples)))
  return kept.done()
}

function denseKeeper({ samples, features }: KeptShape): Keeper {
  let data: NumberArray | null = null
  let row = 0
  return {
    put(part) {
      const given = (part as DenseView).data as NumberArray
      if (part.samples === samples) data = given
      data ??= new (given.constructor as new (length: number) => NumberArray)(samples * features)
      if (data !== given) data.set(given, row * features)
      row += part.samples
    },
    done: () => ({ data: data ?? new Float64Array(0), samples, features }),
  }
}

function blockedKeeper({ samples, features }: KeptShape, scratch: Scratch): Keeper {
  const room = scratch.room(samples, features)
  let row = 0
  return {
    put(part) {
      room.writeRows(row, Float64Array.from((part as DenseView).data as NumberArray))
      row += part.samples
    },
    done: (): BlockedView => ({ samples, features, readRows: (begin, end, to) => room.readRows(begin, end, to) }),
  }
}

/** A keeper that also keeps the marks of samples that lack the view, where some parts have any. */
function withMarks(inner: Keeper, samples: number): Keeper {
  const present = new Uint8Array(samples)
  let row = 0
  return {
    put(part) {
      for (let i = 0; i < part.samples; i++) present[row++] = part.present ? Number(part.present[i]) : 1
      inner.put(part.present ? { ...part, present: undefined } : part)
    },
    done() {
      const view = inner.done()
      return present.includes(0) ? { ...view, present } : view
    },
  }
}

/** Samples begin … end − 1 of a view that is read in blocks, as a view of their own. */
export function partOfBlocks(view: BlockedView | BlockedSparseView, begin: number, end: number): ShapedView {
  const samples = end - begin
  if (samples === view.samples) return view
  const { features, blockSamples } = view
  const shape = { samples, features, blockSamples }
  return 'readRows' in view
    ? { ...shape, readRows: (from, to, into) => view.readRows(begin + from, begin + to, into) }
    : { ...shape, readSparseRows: (from, to) => view.readSparseRows(begin + from, begin + to) }
}
