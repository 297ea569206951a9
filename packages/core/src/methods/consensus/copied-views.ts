import type { SummarisedView } from '../../data/canonical-order.ts'
import { fingerprint } from '../../data/fingerprint.ts'
import type { ViewKind } from '../../data/treatments.ts'
import type { Progress } from '../../progress.ts'
import type { Communicator } from '../../ranks/communicator.ts'

/**
 * Views that hold the very values of another view for the very samples, and that are not told to be of another kind, each by name with the name of that other one. Of equal views the one whose name comes first is kept, so that the
 * order of the views does not matter. Ranks give their own rows, and all come to the same. One reading of views that have as many features and the same summary.
 */
export function* copiedViews(
  views: readonly SummarisedView[],
  kinds: ReadonlyMap<string, ViewKind>,
  communicator: Communicator,
): Generator<Progress, Map<string, string>> {
  const copies = new Map<string, string>()
  const firsts = new Map<string, SummarisedView>()
  for (const view of views.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const { name, data, summary } = view
    const looks = JSON.stringify([data.columns, summary, kinds.get(name)])
    const first = firsts.get(looks)
    if (!first) firsts.set(looks, view)
    else if (String(yield* fingerprint(data, communicator)) === String(yield* fingerprint(first.data, communicator)))
      copies.set(name, first.name)
  }
  return copies
}
