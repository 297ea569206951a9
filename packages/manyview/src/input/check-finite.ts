import { InputError, type SparseView } from '@manyview/core'
import type { ShapedView } from '@manyview/core/numerics'
import { allFinite } from '@manyview/core/numerics'
import { samplesInParts } from '@manyview/formats'

/** Fails on the first infinite value and says where it stands, in the words and the order of the input, where the views begin at sample `begin`; missing values are another matter. O(entries). */
export function checkFinite(
  views: Readonly<Record<string, ShapedView>>,
  ids: readonly string[] | null,
  begin = 0,
): void {
  for (const [name, view] of Object.entries(views))
    for (const { begin: before, part } of samplesInParts(view)) {
      const sparse = 'pointers' in part
      const values = sparse ? part.values : part.data
      if (allFinite(values)) continue
      for (let p = 0; p < values.length; p++) {
        if (Number.isFinite(values[p]) || Number.isNaN(values[p])) continue
        const [own, feature] = sparse
          ? [sampleOf(part, p), part.indices[p]]
          : [Math.floor(p / part.features), p % part.features]
        const sample = begin + before + own
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
