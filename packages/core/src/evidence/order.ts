import type { OptionValues } from '../options.ts'
import type { Progress } from '../runtime/progress.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { Samples } from '../runtime/samples.ts'
import { canonicalOrder, type SummarisedView } from '../views/canonical-order.ts'
import { fingerprint } from '../views/fingerprint.ts'
import type { NamedRows, PreparedRows } from '../views/prepare-views.ts'
import { declaredKinds, type ViewKind } from '../views/treatments.ts'

import { summariseView } from '../views/view-summary.ts'
import { viewWeights } from '../views/view-weights.ts'

/** A view with how much it counts, above 0. */
export interface WeighedView extends NamedRows {
  readonly weight: number
}

/** Views and samples in an order that only their content decides. */
export interface OrderedViews {
  /** Views without those that say nothing; their samples are still in the order of the input: see `scoreViews`. */
  readonly views: readonly WeighedView[]
  readonly samples: Samples
  /** A sentence about every view that was left out. */
  readonly warnings: readonly string[]
}

/**
 * Leaves out views of weight 0, constant ones and, where no weights are given, copies of others, before anything else so that they change nothing; orders the rest by content and counts identical samples once. Two readings,
 * one more of views that look alike.
 */
export function* orderViews(
  { ranks }: Pick<Runtime, 'ranks'>,
  input: PreparedRows,
  options: OptionValues,
): Generator<Progress, OrderedViews> {
  const weights = viewWeights(options, input.views)
  const weighed: (WeighedView & SummarisedView)[] = []
  for (const [v, view] of input.views.entries())
    if (weights[v] > 0) weighed.push({ ...view, weight: weights[v], summary: yield* summariseView(view, ranks) })
  const varying = weighed.filter(({ summary }) => !summary.constant)
  // Given weights say how much a view counts that is there twice.
  const copies = options.viewWeights ? new Map() : yield* findCopies(varying, declaredKinds(options), ranks)
  const counting = varying.length > 0 ? varying.filter(({ name }) => !copies.has(name)) : weighed
  const order = yield* canonicalOrder(counting, ranks)
  yield { stage: 'order', iteration: 1, total: 1 }
  return {
    views: Array.from(order.views, (v) => counting[v]),
    samples: new Samples(order, ranks),
    warnings: [
      ...weighed
        .filter(({ summary }) => summary.constant)
        .map(({ name }) => `view "${name}" is the same for all samples and was left out`),
      ...Array.from(copies, ([copy, of]) => `view "${copy}" repeats view "${of}" value by value and was left out`),
    ],
  }
}

/**
 * Views that hold the values of another view for the same samples and are not declared to be of another kind: the name of each with the name of the other. Of equal views the one whose name comes first is no copy, so that
 * the order of the views does not matter. One reading of views that have as many features and the same summary.
 */
function* findCopies(
  views: readonly SummarisedView[],
  kinds: ReadonlyMap<string, ViewKind>,
  ranks: Ranks,
): Generator<Progress, Map<string, string>> {
  const copies = new Map<string, string>()
  const firsts = new Map<string, SummarisedView>()
  for (const view of views.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const { name, data, summary } = view
    const looks = JSON.stringify([data.columns, summary, kinds.get(name)])
    const first = firsts.get(looks)
    if (!first) firsts.set(looks, view)
    else if (String(yield* fingerprint(data, ranks)) === String(yield* fingerprint(first.data, ranks)))
      copies.set(name, first.name)
  }
  return copies
}
