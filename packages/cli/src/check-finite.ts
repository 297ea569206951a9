import { type DenseView, InputError, type SparseView } from 'manyview'

/** Fails on the first infinite value and says where it stands, in the words and the order of the input; missing values are another matter. O(entries). */
export function checkFinite(
  views: Readonly<Record<string, DenseView | SparseView>>,
  ids: readonly string[] | null,
): void {
  for (const [name, view] of Object.entries(views)) {
    const sparse = 'pointers' in view
    const values = sparse ? view.values : view.data
    for (let p = 0; p < values.length; p++) {
      if (Number.isFinite(values[p]) || Number.isNaN(values[p])) continue
      const [sample, feature] = sparse
        ? [sampleOf(view, p), view.indices[p]]
        : [Math.floor(p / view.features), p % view.features]
      const called = ids ? ` ("${ids[sample]}")` : ''
      throw new InputError(
        `sample ${sample}${called}, feature ${feature} is ${values[p]}, remove the sample or fill the value in first`,
        { code: 'not-finite', argument: `view ${name}`, details: { sample, feature } },
      )
    }
  }
}

function sampleOf({ pointers }: SparseView, p: number): number {
  let sample = 0
  while (pointers[sample + 1] <= p) sample++
  return sample
}
