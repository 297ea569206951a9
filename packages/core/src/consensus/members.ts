import { clusterLinks, modularity } from '../graphs/cluster-links.ts'

import { assignToCentres, type Labels } from '../numerics/kmeans/assign-to-centres.ts'
import { type ClusterCentres, clusterCentres } from '../numerics/kmeans/cluster-centres.ts'
import { type KmeansJob, kmeansJobsOverRanks } from '../numerics/kmeans/kmeans-jobs.ts'
import { startDraws } from '../numerics/kmeans/kmeans-starts.ts'
import { mergeByDistance, mergeByLinks } from '../numerics/kmeans/merge-clusters.ts'
import { columnsOf, type Matrix, matrix, symmetricPart } from '../numerics/linalg/matrix.ts'
import type { SparseMatrix } from '../numerics/linalg/sparse-matrix.ts'
import { takeRows } from '../numerics/linalg/take-rows.ts'
import type { Device, GroupingRun } from '../runtime/device/device.ts'
import type { Progress } from '../runtime/progress.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { Samples } from '../runtime/samples.ts'
import type { StageFormat } from '../runtime/stages.ts'
import { mapProgress } from '../runtime/steps.ts'
import { type Embedding, rowsOf } from './embedding.ts'
import { type FittedSamples, fittedRows } from './fitted-samples.ts'

/**
 * How a partition comes about. `kmeans`: k-means into k clusters; `mergedByDistance` and `mergedByLinks`: k-means into 4k clusters, merged to k by the distance of their centres or by their links in the graph, which finds
 * rare clusters where k-means would rather halve a large one.
 */
export const memberKinds = ['kmeans', 'mergedByDistance', 'mergedByLinks'] as const
export type MemberKind = (typeof memberKinds)[number]

/** One partition that votes. */
export interface Member {
  readonly round: number
  /** Position of its graph, and of the embedding of the graph that it was drawn from: coordinates, scores, both. */
  readonly graph: number
  readonly embedding: number
  readonly kind: MemberKind
  readonly clusters: number
  /** How far the links of its graph stay inside its clusters; 0 where nobody asked. */
  readonly modularity: number
  /** Labels of the samples that it was fitted to, on every process. */
  readonly fitted: Int32Array
  /** Labels of the samples held here. */
  readonly labels: Int32Array | Labels
}

/** Fine clusters for each one that is wanted. */
const FINE = 4
/** Steps of k-means at most: later ones move single samples, and members only vote. */
const STEPS = 8
/** Seeds of each embedding and kind over both rounds: 6, and up to 12 while samples · clusters · seeds is below 120,000, since more members steady the vote and cost little there. */
const SEEDS = { least: 6, most: 12, work: 120_000 }

/** Seeds of each embedding and kind in both rounds. */
export function seedCount(samples: number, clusters: number): number {
  return Math.min(Math.max(Math.floor(SEEDS.work / (samples * clusters)), SEEDS.least), SEEDS.most)
}

/** A k-means partition of one embedding: a member by itself, or fine clusters that members are merged from. */
interface Run {
  readonly isFine: boolean
  readonly embedding: number
  readonly clusters: number
  readonly labels: Int32Array
}

/** What members are drawn from. */
export interface Drawing {
  readonly rt: Runtime
  readonly samples: Samples
  readonly fitted: FittedSamples
  readonly clusters: number
  readonly round: number
  readonly graph: number
  readonly links: SparseMatrix
  readonly embedding: Embedding
}

/**
 * Draws the members of some kinds from one graph: k-means of its three embeddings from several seeds, and fine clusters merged. Each run draws from a generator of its own, so that none depends on the others; a device does
 * them side by side, or threads and processes share them. Samples that partitions are not fitted to join the nearest centre. O(runs · n · k · columns · steps).
 */
export function* drawMembers(drawing: Drawing, kinds: readonly MemberKind[]): Generator<Progress, Member[]> {
  const { rt, samples, fitted, clusters, round, graph, links: all, embedding } = drawing
  const { kernels } = rt
  const device = rt.device && samples.total > rt.device.many ? rt.device : null
  const points = fittedRows(samples, fitted, yield* rowsOf(embedding, fitted.own))
  const [coordinates, scores] = [
    columnsOf(points, 0, embedding.split),
    columnsOf(points, embedding.split, points.columns),
  ]
  const embeddings = [coordinates, scores, points]
  const runs = yield* runKmeans(drawing, embeddings, kinds, device)
  const isWhole = fitted.all.length === samples.total
  const placed = new Map<Run, ClusterCentres>()
  for (const [e, each] of embeddings.entries()) {
    const embeddingRuns = runs.filter((run) => run.embedding === e && (run.isFine || !isWhole))
    for (const [r, centres] of clusterCentres(kernels, each, embeddingRuns).entries())
      placed.set(embeddingRuns[r], centres)
  }
  let labels: readonly (Int32Array | Labels)[] = runs.map((run) => run.labels)
  if (!isWhole) {
    const sets = runs.map((run) => ({
      centres: placed.get(run)!.centres,
      first: run.embedding === 1 ? embedding.split : 0,
    }))
    const turn = { stage: 'members', total: samples.count }
    yield { ...turn, iteration: 0 }
    const assigning = assignToCentres(rt, embedding.points, sets)
    labels = yield* mapProgress(assigning, (iteration) => ({ ...turn, iteration }))
  }
  // Links are asked for where members are merged by them, and weighed by them in the first round.
  const linked = runs.flatMap((run, r) =>
    (run.isFine ? kinds.includes('mergedByLinks') : round === 0) ? [{ run, labels: labels[r] }] : [],
  )
  const partitions = linked.map(({ run, labels }) => ({ labels, clusters: run.clusters }))
  const found =
    device && !isWhole && partitions.length > 0
      ? yield* device.clusterLinks(all, partitions)
      : isWhole
        ? clusterLinks(kernels, all, partitions)
        : linksOfFitted(drawing, partitions)
  const linksBy = new Map(linked.map(({ run }, l) => [run, found[l]]))
  const members: Member[] = []
  for (const [r, run] of runs.entries()) {
    const links = linksBy.get(run) ?? null
    for (const { to, ...merged } of mergersOf(run, placed.get(run), links, kinds, clusters))
      members.push({
        ...merged,
        round,
        graph,
        embedding: run.embedding,
        clusters,
        fitted: renamed(run.labels, to),
        labels: renamed(labels[r], to),
      })
    yield { stage: 'members', iteration: r + 1, total: runs.length }
  }
  return members
}

/** The k-means runs that members of these kinds are made from. */
function* runKmeans(
  { rt, clusters, graph }: Drawing,
  embeddings: readonly Matrix[],
  kinds: readonly MemberKind[],
  device: Device | null,
): Generator<Progress, Run[]> {
  const { rows } = embeddings[0]
  const seeds = Math.ceil(seedCount(rows, clusters) / 2)
  const fine = Math.max(clusters, Math.min(FINE * clusters, Math.floor(rows / 3)))
  const isWanted = [kinds.includes('kmeans'), kinds.some((kind) => kind !== 'kmeans')]
  const settings = embeddings.flatMap((_, embedding) =>
    [false, true]
      .filter((isFine) => isWanted[Number(isFine)])
      .flatMap((isFine) =>
        Array.from({ length: seeds }, (_, seed) => ({ isFine, embedding, clusters: isFine ? fine : clusters, seed })),
      ),
  )
  const jobs = settings.map(
    ({ isFine, embedding, clusters, seed }): KmeansJob => ({
      points: embedding,
      clusters,
      restarts: 1,
      // Fine clusters that differ more from seed to seed make merged members that err less alike.
      start: isFine ? 'k-means++' : 'greedy',
      maxIterations: STEPS,
      random: rt.random('members', graph, embedding, isFine ? FINE : 1, seed),
    }),
  )
  const onDevice = device ? yield* device.kmeans(embeddings, jobs.map(drawnRun), STEPS, 'members') : []
  const others = jobs.filter((_, j) => !onDevice[j])
  const running = kmeansJobsOverRanks(rt.ranks, rt.kernels, embeddings, others)
  const turn = { stage: 'members', total: others.length }
  const here = others.length > 0 ? yield* mapProgress(running, (iteration) => ({ ...turn, iteration })) : []
  return settings.map(({ seed: _, ...run }, j) => ({ ...run, labels: onDevice[j]?.labels ?? here.shift()! }))
}

function drawnRun({ points, clusters, start, random }: KmeansJob): GroupingRun {
  return { points, clusters, ...startDraws(clusters, start, random) }
}

/** A member as its clusters are put together from those of a run: `to` is the member's cluster of each. */
interface Merger extends Pick<Member, 'kind' | 'modularity'> {
  to: Int32Array
}

/** What a run gives to the members; `links` are those between its clusters, null where nobody asked for them. O(clusters²·columns). */
export function mergersOf(
  run: Pick<Run, 'isFine' | 'clusters'>,
  placed: ClusterCentres | undefined,
  links: Matrix | null,
  kinds: readonly MemberKind[],
  clusters: number,
): Merger[] {
  if (!run.isFine) {
    const to = Int32Array.from({ length: run.clusters }, (_, c) => c)
    return [{ kind: 'kmeans', modularity: links ? modularity(links) : 0, to }]
  }
  const { centres, sizes } = placed!
  return kinds
    .filter((kind) => kind !== 'kmeans')
    .map((kind) => {
      const to =
        kind === 'mergedByDistance' ? mergeByDistance(centres, sizes, clusters) : mergeByLinks(links!, sizes, clusters)
      return { kind, modularity: links ? modularity(linksAfter(links, to, clusters)) : 0, to }
    })
}

/** The links between merged clusters. */
function linksAfter({ rows, data }: Matrix, to: Int32Array, clusters: number): Matrix {
  const merged = matrix(clusters, clusters)
  data.forEach((weight, p) => {
    merged.data[to[Math.floor(p / rows)] * clusters + to[p % rows]] += weight
  })
  return merged
}

/** The links between the clusters of each partition, by those of the fitted samples as the members are; the same in both directions. Labels are those of the samples held here. */
function linksOfFitted(
  { rt: { kernels }, samples, fitted, links }: Drawing,
  partitions: readonly { labels: Int32Array | Labels; clusters: number }[],
): Matrix[] {
  const counted = partitions.map(({ labels, clusters }) => ({
    labels: samples.ranks.size === 1 ? labels : samples.gather(Int32Array.from(labels)),
    clusters,
    own: fitted.own.map((sample) => labels[sample]),
  }))
  return clusterLinks(kernels, takeRows(links, fitted.own), counted).map((found) => {
    samples.addCounts(found.data)
    return symmetricPart(found)
  })
}

/** The labels by their new names; a plain loop, since there are very many. Where names stay, the labels themselves. */
function renamed<L extends Int32Array | Labels>(labels: L, to: Int32Array): L {
  if (to.every((name, label) => name === label)) return labels
  const result = labels.slice() as L
  for (let i = 0; i < result.length; i++) result[i] = to[result[i]]
  return result
}

/** How the members of one graph are saved: what they are, their labels, and those of the `fitted` samples where these are not all (null). */
export function membersFormat(
  round: number,
  graph: number,
  clusters: number,
  fitted: number | null,
): StageFormat<Member[]> {
  const pack = (partitions: readonly ArrayLike<number>[]) => packLabels(partitions, clusters)
  return {
    save: (members) => ({
      rows: [pack(members.map(({ labels }) => labels))],
      numbers: [
        Float64Array.from(members, ({ embedding }) => embedding),
        Float64Array.from(members, ({ kind }) => memberKinds.indexOf(kind)),
        Float64Array.from(members, ({ modularity }) => modularity),
        fitted === null ? new Float64Array(0) : pack(members.map((member) => member.fitted)).data,
      ],
    }),
    restore: ({ rows: [packed], numbers: [embeddings, kinds, modularities, some] }) => {
      const count = kinds.length
      const labels = unpackLabels(packed, count, clusters)
      const fittedLabels =
        fitted === null ? labels : unpackLabels(matrix(fitted, some.length / fitted, some), count, clusters)
      return labels.map((own, m) => ({
        round,
        graph,
        embedding: embeddings[m],
        kind: memberKinds[kinds[m]],
        clusters,
        modularity: modularities[m],
        fitted: fittedLabels[m],
        labels: own,
      }))
    },
  }
}

/** Packs partitions of the same samples with labels below `bound`, several labels into a double: 6 up to 256 clusters, 3 up to 65,536, else 1. One row per sample. */
function packLabels(partitions: readonly ArrayLike<number>[], bound: number): Matrix {
  const { factors } = packing(bound)
  const packed = matrix(partitions[0]?.length ?? 0, Math.ceil(partitions.length / factors.length))
  partitions.forEach((labels, b) => {
    const column = Math.floor(b / factors.length)
    const factor = factors[b % factors.length]
    for (let i = 0; i < labels.length; i++) packed.data[i * packed.columns + column] += labels[i] * factor
  })
  return packed
}

/** The first `count` partitions of packed labels. */
function unpackLabels({ rows, columns, data }: Matrix, count: number, bound: number): Int32Array[] {
  const { base, factors } = packing(bound)
  return Array.from({ length: count }, (_, b) => {
    const column = Math.floor(b / factors.length)
    const factor = factors[b % factors.length]
    return Int32Array.from({ length: rows }, (_, i) => Math.floor(data[i * columns + column] / factor) % base)
  })
}

/** Powers of the base: their digits fit into the 53 bits that a double counts exactly. */
function packing(bound: number): { base: number; factors: readonly number[] } {
  if (bound <= 256) return { base: 256, factors: [1, 256, 65_536, 16_777_216, 4_294_967_296, 1_099_511_627_776] }
  if (bound <= 65_536) return { base: 65_536, factors: [1, 65_536, 4_294_967_296] }
  return { base: 4_294_967_296, factors: [1] }
}
