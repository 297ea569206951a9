import type { SamplePreview } from '@manyview/formats/things'
import { signal } from '@preact/signals'
import type { Run } from './run.ts'
import { data, isOpen } from './session.ts'
import { solver, workerHoldsData } from './solver-link.ts'

/** Previews that are kept: beyond, all are asked for anew. */
const mostKept = 4000

const known = signal<ReadonlyMap<number, SamplePreview>>(new Map())
const wanted = new Set<number>()
/** What the previews are of: the data as it was read. */
let shown: object | null = null

/** Whether samples of a run can be shown as texts or pictures. */
export function hasThings(run: Run): boolean {
  return isOpen(run) && data.value!.understood.things.length > 0
}

/** What is shown of a sample; null until the worker has it, and where there is nothing to show. */
export function previewOf(run: Run, sample: number): SamplePreview | null {
  if (!hasThings(run)) return null
  const { understood } = data.value!
  if (shown !== understood || known.peek().size > mostKept) {
    shown = understood
    wanted.clear()
    known.value = new Map()
  }
  const found = known.value.get(sample)
  if (!found && workerHoldsData()) {
    if (wanted.size === 0) setTimeout(() => void ask(), 0)
    wanted.add(sample)
  }
  return found ?? null
}

async function ask(): Promise<void> {
  const samples = [...wanted]
  wanted.clear()
  const asked = shown
  const found = await solver()
    .previews(samples)
    .catch(() => [])
  if (shown === asked) known.value = new Map([...known.value, ...found.map((each, i) => [samples[i], each] as const)])
}
