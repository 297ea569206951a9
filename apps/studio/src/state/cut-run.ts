import { cutTree } from '@manyview/core'
import { clusteringOf, clusteringRecord } from '@manyview/formats'
import { makeRun, type Run } from './run.ts'
import { addRun } from './start-fit.ts'

/** Adds a run with the clusters that the tree of another has when it is cut into so many. It has no map until that is made. */
export function cutRun(run: Run, clusters: number): void {
  const { stored, data } = run
  const { record, tree, labels } = stored
  const cut = { ...clusteringOf(stored), clusters, labels: cutTree(tree!, labels, record.clusters, clusters) }
  const made = clusteringRecord(
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
  addRun(makeRun(made, { data }))
}
