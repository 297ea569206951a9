import type { Matrix } from '../numerics/linalg/matrix.ts'
import type { OptionValues } from '../options.ts'
import type { Progress } from '../runtime/progress.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { deviceView } from '../views/device-view.ts'
import { type PreprocessedView, preprocessView } from '../views/preprocess-view.ts'
import { reorderSamples } from '../views/reorder-samples.ts'
import { RANK } from '../views/scored-view.ts'
import { sketchRows } from '../views/sketch-rows.ts'
import { declaredKinds, type ViewKind } from '../views/treatments.ts'

import type { OrderedViews } from './order.ts'

/** Up to this many samples partitions are fitted to all of them, and more scores of each view are kept for the refinement. */
export const WHOLE_UP_TO = 50_000
/** Scores per view that the refinement looks at. */
const EXTRA = 100

/** A view made ready for distances; rows are those of this process's samples. */
export interface ScoredView extends PreprocessedView {
  readonly name: string
  /** How much the view counts, above 0. */
  readonly weight: number
  readonly declaredKind?: ViewKind
  /** True where some samples lack the view. */
  readonly incomplete: boolean
  /** What copies of samples are told by (`sketchRows`); null: the scores. */
  readonly sketch: Matrix | null
}

/**
 * Scores per view that the refinement looks at: 100, but no more than a third of the samples, since with as many scores as samples all samples lie equally far apart. The 30 of the graphs are enough where partitions are
 * fitted to some samples, for memory, and with little effort, which does not refine.
 */
export function extraScores(samples: number, { effort, sample }: OptionValues): number {
  if (effort !== 'full' || sample !== null || samples > WHOLE_UP_TO) return RANK
  return Math.max(RANK, Math.min(EXTRA, Math.floor(samples / 3)))
}

/**
 * Scores views with their samples in order, one after the other, so that one view at a time is in memory, or in scratch, a second time. From here on only scores (n×30, and `wide` of them) and sketches are needed.
 * `sketches` says whether copies of samples will be looked for.
 */
export function* scoreViews(
  rt: Runtime,
  { views, samples }: OrderedViews,
  options: OptionValues,
  sketches: boolean,
): Generator<Progress, ScoredView[]> {
  const { kernels, memory } = rt
  const { samples: order, places } = samples.order
  const kinds = declaredKinds(options)
  const wide = extraScores(samples.total, options)
  const scored: ScoredView[] = []
  for (const [v, given] of views.entries()) {
    const { name, weight } = given
    const kind = kinds.get(name)
    const about = { name, weight, declaredKind: kind }
    const drawn = rt.random('sketch', v)
    // A device takes the view as it is.
    const onDevice =
      sketches && wide === RANK && !given.present ? yield* deviceView(rt, given.data, order, drawn, kind) : null
    if (onDevice) scored.push({ ...about, ...onDevice.ready, sketch: onDevice.sketch, incomplete: false })
    else {
      const reordered = yield* reorderSamples(samples.ranks, given, order, memory.scratch, places.length)
      try {
        const { data, present } = reordered.view
        const how = { device: rt.device, present, ranks: samples.ranks, scratch: memory.scratch, wide, kind }
        const ready = yield* preprocessView(kernels, data, rt.random('scores', v), how)
        const { transform } = ready
        const isSketched = sketches && transform && transform.kind !== 'words'
        const sketch = isSketched ? yield* sketchRows(data, transform, drawn) : null
        scored.push({ ...about, ...ready, sketch, incomplete: present !== null })
      } finally {
        reordered.remove()
      }
    }
    yield { stage: 'views', iteration: v + 1, total: views.length }
  }
  return scored
}
