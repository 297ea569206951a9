import { type Clustering, cluster, score } from '@manyview/core'
import { adjustedRandIndex } from '@manyview/core/metrics'
import { Random } from '@manyview/core/numerics'
import { findMethod } from '@manyview/rivals'
import { takeInput } from './benchmark-files.ts'
import { changesOf } from './benchmark-sources.ts'
import { viewsOf } from './competitors.ts'
import type { DataSet, Source } from './data-set.ts'
import { macroRecall } from './macro-recall.ts'
import type { Row, Task } from './rows.ts'
import { sources } from './sources.ts'

/** What was read last: seeds and changes of one file follow each other. */
let last: { read: Source['read']; data: DataSet | null } | undefined

/** Clusters what a task names on one thread and scores the labels; null where the file is absent. */
export async function runTask(task: Task): Promise<Row | null> {
  const source = sources[task.file]
  if (last?.read !== source.read) last = { read: source.read, data: await source.read() }
  const { data } = last
  return data && fitDataSet(task, source, shuffled(data, task.shuffle))
}

async function fitDataSet(task: Task, source: Source, data: DataSet): Promise<Row> {
  const input = source.change ? source.change(data.input, changesOf(task.seed)) : data.input
  const views = viewsOf(input)
  const clusters = source.auto ? ('auto' as const) : data.clusters
  const options = { clusters, seed: task.seed, runtime: { threads: 1 } }
  const started = process.cpuUsage()
  const clustering = await (task.method
    ? cluster(views, { ...options, method: findMethod(task.method) })
    : cluster(views, options))
  const { user, system } = process.cpuUsage(started)
  return {
    ...task,
    ...bestScores(data.labellings, clustering.labels),
    confidence: clustering.confidence && mean(clustering.confidence),
    clusters: clustering.clusters,
    ...(source.auto ? { right: data.labellings.some((labels) => countOf(labels) === clustering.clusters) } : {}),
    seconds: (user + system) / 1e6,
    warnings: [...clustering.warnings],
  }
}

/** The scores under the labelling that agrees best; samples that it leaves out do not count. */
function bestScores(labellings: DataSet['labellings'], labels: Clustering['labels']) {
  const scored = labellings.map((labelling) => {
    const scoredSamples = labelling.flatMap((label, i) => (label === null ? [] : [i]))
    const truth = scoredSamples.map((i) => labelling[i]!)
    return { truth, labels: Int32Array.from(scoredSamples, (i) => labels[i]) }
  })
  const index = scored.map(({ truth, labels }) => adjustedRandIndex(truth, labels))
  const best = scored[index.indexOf(Math.max(...index))]
  const { acc, nmi, ari } = score(best.truth, best.labels)
  return { acc, nmi, ari, recall: macroRecall(best.truth, best.labels) }
}

function shuffled({ input, labellings, clusters }: DataSet, shuffle: number): DataSet {
  if (shuffle === 0) return { input, labellings, clusters }
  const order = new Random(shuffle).permutation(input.samples)
  return {
    input: takeInput(input, order),
    labellings: labellings.map((labels) => Array.from(order, (i) => labels[i])),
    clusters,
  }
}

function countOf(labels: readonly (string | null)[]): number {
  return new Set(labels.filter((label) => label !== null)).size
}

function mean(values: ArrayLike<number>): number {
  return Array.from(values).reduce((sum, value) => sum + value, 0) / values.length
}
