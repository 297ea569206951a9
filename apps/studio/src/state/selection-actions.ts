import { counted } from '@manyview/core/words'
import { type ClusteringRecord, packWhole } from '@manyview/formats'
import { giveWorkerData, openPart } from './open-data.ts'
import { selectOnMap } from './pointing.ts'
import { makeRun, mapForOthers, type Run } from './run.ts'
import { data, isOpen, job } from './session.ts'
import { solver, workerHoldsData } from './solver-link.ts'
import { addRun, startExplain } from './start-fit.ts'

/** A new run in which the samples are a cluster of their own; what was found about the old clusters is left out and found anew where the data is open. */
export async function makeCluster(run: Run, samples: readonly number[]): Promise<void> {
  const newRun = makeRun(withCluster(run, samples), { data: run.data, confidence: run.confidence })
  addRun({
    ...newRun,
    early: mapForOthers(run),
    names: [...run.names, ''],
    title: `${run.title || 'Run'} with a cluster made by hand`,
  })
  if (isOpen(run)) await startExplain(newRun)
}

/** Samples that are added to a selection that they are like. */
const mostAlike = 20

/** Adds to the selection the samples that are nearest to it in most views. */
export async function selectMoreLike({ stored: { record } }: Run, samples: readonly number[]): Promise<void> {
  if (!workerHoldsData()) await giveWorkerData()
  const views = record.views.map(({ name }) => name)
  const alike = await solver().moreLike([...samples], views, mostAlike)
  selectOnMap([...samples, ...alike])
}

/** Goes on with these samples only, or with all but these. */
export async function keepSamples(run: Run, samples: readonly number[], how: 'only' | 'without'): Promise<void> {
  const open = data.value
  if (!open || !isOpen(run) || job.value) return
  const gone = new Set(samples)
  const remainder =
    how === 'only'
      ? [...samples].sort((a, b) => a - b)
      : Array.from(run.stored.labels.keys()).filter((sample) => !gone.has(sample))
  const before = open.reading.rows
  await openPart(remainder.map((sample) => (before ? before[sample] : sample)))
}

/** The record with the samples in a new cluster, which comes last. Clusters that lose all their samples stay, empty. */
export function withCluster({ stored }: Run, samples: readonly number[]): ClusteringRecord {
  const { record } = stored
  const labels = stored.labels.slice()
  for (const sample of samples) labels[sample] = record.clusters
  const sizes = new Array<number>(record.clusters + 1).fill(0)
  for (const label of labels) sizes[label]++
  const { choice, names, clusterConfidence, leaveOneOut, associations, tree, ...rest } = record
  return {
    ...rest,
    clusters: record.clusters + 1,
    sizes,
    scores: null,
    warnings: [
      ...record.warnings,
      `cluster ${record.clusters} was made by hand of ${counted(samples.length, 'sample')}; all else was found by ${record.method}`,
    ],
    reading: { ...record.reading, byHand: true },
    assignment: { ...record.assignment, labels: packWhole(labels) },
    explanation: null,
  }
}
