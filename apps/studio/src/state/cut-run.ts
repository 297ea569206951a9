import { cutClusters } from '@manyview/core'
import { clusteringOf, clusteringRecord } from '@manyview/formats'
import { makeRun, mapForOthers, type Run } from './run.ts'
import { isOpen, tab } from './session.ts'
import { addRun, startExplain } from './start-fit.ts'

/** Adds a run with the clusters that a cut of another run's tree gives, shows them, and explains them where the data is open. */
export async function cutRun(run: Run, clusters: number): Promise<void> {
  const { stored, data } = run
  const { record, tree, labels } = stored
  const cut = { ...clusteringOf(stored), clusters, labels: cutClusters(tree!, labels, record.clusters, clusters) }
  const cutRecord = clusteringRecord(
    { ...cut, confidence: null },
    {
      ...record,
      reading: { ...record.reading, cut: record.clusters },
      names: undefined,
      scores: null,
      truth: null,
      explanation: null,
      metadata: null,
      leaveOneOut: undefined,
    },
  )
  const cutting = { ...makeRun(cutRecord, { data }), early: mapForOthers(run) }
  addRun(cutting)
  tab.value = 'clusters'
  if (isOpen(run)) await startExplain(cutting)
}
