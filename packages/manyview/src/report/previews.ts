import type { Previews, SamplePreview } from '@manyview/drawing/report'
import type { StoredClustering, ThingColumn } from '@manyview/formats'

/** Samples with a preview; of more, so many evenly spaced ones, beside those that clusters show. */
const mostPreviews = 2000

/** The previews of the samples that a report shows: all of up to 2,000, the typical and doubtful ones of every cluster always. Null without things. */
export async function samplePreviews(
  things: readonly ThingColumn[],
  { record, explanation }: StoredClustering,
): Promise<Previews | null> {
  if (things.length === 0) return null
  const { previewSample } = await import('@manyview/formats/things')
  const { samples } = record
  const step = Math.max(1, samples / mostPreviews)
  const wanted = new Set(Array.from({ length: Math.min(samples, mostPreviews) }, (_, i) => Math.floor(i * step)))
  for (const { typical, doubtful } of explanation?.clusters ?? [])
    for (const sample of [...typical, ...doubtful]) wanted.add(sample)
  const previews = new Map<number, SamplePreview>()
  for (const sample of [...wanted].sort((a, b) => a - b)) previews.set(sample, await previewSample(things, sample))
  return previews
}
