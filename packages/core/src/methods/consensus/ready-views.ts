import { deviceView } from '../../data/device-view.ts'
import { type PreprocessedView, preprocessView } from '../../data/preprocess-view.ts'
import type { Scratch } from '../../data/scratch.ts'
import { sketchRows } from '../../data/sketch-rows.ts'
import type { ViewKind } from '../../data/treatments.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import type { Matrix } from '../../linalg/matrix.ts'
import type { Progress } from '../../progress.ts'
import type { Random } from '../../random/random.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { oneProcess } from '../../ranks/one-process.ts'
import { reorderSamples } from '../../ranks/reorder-samples.ts'
import type { CanonicalViews } from './canonical-views.ts'

/** A view made ready for graphs, with how much it counts, above 0. Over ranks, the rank's own share of the samples. */
export interface ReadyView {
  readonly name: string
  readonly weight: number
  /** 1 where the sample has the view; null: all have it. */
  readonly present: Uint8Array | null
  readonly ready: PreprocessedView
  /** What it holds, where that was told. */
  readonly told?: ViewKind
  /** What copies are told by (`sketchRows`); null: by the scores. */
  readonly sketch?: Matrix | null
}

/** What is wanted of views. */
interface ReadyOptions {
  /** Scores that are kept. */
  wide?: number
  /** What views hold, by name, where that is told. */
  kinds?: ReadonlyMap<string, ViewKind>
  /** True where copies will be looked for. */
  sketches?: boolean
}

/**
 * Preprocesses views with their samples in canonical order, one after the other, so that one view at a time is in memory, or in scratch, a second time. From here on only scores (n×30 at most, and
 * `wide` of them) and sketches are needed. Over ranks rows move to the rank whose share they are in.
 */
export function* readyViews(
  kernels: Kernels,
  { views, order: { samples, places } }: Pick<CanonicalViews, 'views' | 'order'>,
  random: Random,
  communicator: Communicator = oneProcess,
  scratch?: Scratch,
  { wide, kinds, sketches = false }: ReadyOptions = {},
): Generator<Progress, ReadyView[]> {
  const readyView = function* (v: number): Generator<Progress, ReadyView> {
    const given = views[v]
    const told = kinds?.get(given.name)
    const about = { name: given.name, weight: given.weight, told }
    // A device takes the view as it is.
    const onDevice =
      sketches && !wide && !given.present
        ? yield* deviceView(kernels, given.data, samples, random.split(v, 2), told)
        : null
    if (onDevice) return { ...about, present: null, ...onDevice }
    const { view, remove } = yield* reorderSamples(communicator, given, samples, scratch, places.length)
    try {
      const { data, present } = view
      const how = { present, communicator, scratch, wide, kind: told }
      const ready = yield* preprocessView(kernels, data, random.split(v), how)
      const { transform } = ready
      const isSketched = sketches && transform && transform.kind !== 'words'
      const sketch = isSketched ? yield* sketchRows(data, transform, random.split(v, 2)) : null
      return { ...about, present, ready, sketch }
    } finally {
      remove()
    }
  }
  const result: ReadyView[] = []
  for (const v of views.keys()) {
    result.push(yield* readyView(v))
    yield { stage: 'views', iteration: v + 1, total: views.length }
  }
  return result
}
