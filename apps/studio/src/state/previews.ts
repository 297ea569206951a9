import type { SamplePreview } from '@manyview/formats/things'
import type { Run } from './run.ts'
import { SampleCache } from './sample-cache.ts'
import { data, isOpen } from './session.ts'
import { solver } from './solver-link.ts'

const previews = new SampleCache<SamplePreview>((samples) => solver().previews(samples), 4000)

/** Whether samples of a run can be shown as texts or pictures. */
export function hasThings(run: Run): boolean {
  return isOpen(run) && data.value!.understood.things.length > 0
}

/** What is shown of a sample; null until the worker has it, and where there is nothing to show. */
export function previewOf(run: Run, sample: number): SamplePreview | null {
  return hasThings(run) ? previews.of(run, sample) : null
}
