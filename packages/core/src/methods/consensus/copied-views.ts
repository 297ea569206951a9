import type { SummarisedView } from '../../data/canonical-order.ts'
import { fingerprint } from '../../data/fingerprint.ts'
import type { ViewKind } from '../../data/treatments.ts'
import type { Progress } from '../../progress.ts'
import type { Communicator } from '../../ranks/communicator.ts'

/**
 * Views that hold the very values of another view for the very samples, and that are not told to be of another kind, each by name with the name of that other one. Of equal views the one whose name comes first is kept, so that the
 * order of the views does not matter. Ranks give their own rows, and all come to the same. One reading of views that have as many features, entries other than 0, and the same least and largest value.
 */
export function* copiedViews(
  views: readonly SummarisedView[],
  kinds: ReadonlyMap<string, ViewKind>,
  communicator: Communicator,
): Generator<Progress, Map<string, string>> {
  const copies = new Map<string, string>()
  const looks = ({ name, data, summary: { nonZeros, least, largest } }: SummarisedView) =>
    String([data.columns, nonZeros, least, largest, kinds.get(name)])
  const printOf = function* ({ data }: SummarisedView) {
    return String(yield* fingerprint(data, communicator))
  }
  const byName = views.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  for (const [place, view] of byName.entries())
    for (const other of byName.slice(0, place)) {
      if (copies.has(view.name) || copies.has(other.name) || looks(view) !== looks(other)) continue
      if (haveSameSamples(view, other, communicator) && (yield* printOf(view)) === (yield* printOf(other)))
        copies.set(view.name, other.name)
    }
  return copies
}

function haveSameSamples(a: SummarisedView, b: SummarisedView, communicator: Communicator): boolean {
  const lacks = (view: SummarisedView, i: number) => view.present?.[i] === 0
  const different = Float64Array.of(0)
  for (let i = 0; i < a.data.rows; i++) if (lacks(a, i) !== lacks(b, i)) different[0]++
  communicator.allReduceSum(different)
  return different[0] === 0
}
