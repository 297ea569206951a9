import { signal } from '@preact/signals'
import type { TestedSets } from '../worker/feature-sets.ts'
import { giveWorkerData } from './open-data.ts'
import type { Run } from './run.ts'
import { showProblem } from './show-problem.ts'
import { solver, workerHoldsData } from './solver-link.ts'

/** By run: the gene sets that were tested against its clusters; null while they are. */
export const testedSets = signal<Readonly<Record<string, TestedSets | null>>>({})

/** Tests the gene sets of files against the clusters of a run whose data is open. */
export async function testSets({ id, stored }: Run, files: readonly File[]): Promise<void> {
  if (files.length === 0) return
  const { [id]: _, ...others } = testedSets.value
  testedSets.value = { ...others, [id]: null }
  try {
    if (!workerHoldsData()) await giveWorkerData()
    const views = stored.record.views.map(({ name }) => name)
    const tested = await solver().testSets(files, views, stored.labels)
    testedSets.value = { ...testedSets.value, [id]: tested }
  } catch (error) {
    testedSets.value = others
    showProblem(error)
  }
}
