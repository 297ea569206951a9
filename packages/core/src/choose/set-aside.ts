import type { MethodResult } from '../methods/method.ts'
import { type Matrix, matrix } from '../numerics/linalg/matrix.ts'
import { takeRows } from '../numerics/linalg/take-rows.ts'
import type { Progress } from '../runtime/progress.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { reorderRows } from '../runtime/ranks/reorder-rows.ts'
import { rowRange } from '../runtime/ranks/row-range.ts'
import { share } from '../runtime/ranks/share.ts'
import type { Scratch } from '../runtime/scratch.ts'
import type { ClusterTree } from '../tree/cluster-tree.ts'
import { embeddedClusters } from '../tree/embedding-tree.ts'
import type { NamedRows, PreparedRows } from '../views/prepare-views.ts'
import { type ReorderedView, reorderSamples } from '../views/reorder-samples.ts'

/** Samples without those that are set aside; over ranks, each has its share of them. */
export interface Rest {
  input: PreparedRows
  /** Where they stand among all samples, ascending, on every rank. */
  kept: Uint32Array
  /** Gives back the room that they take beside memory. */
  remove(): void
}

/** The samples whose mark is 0, in their order. Ranks give the marks of their own samples and get their share of the rest. O(entries). */
export function* withoutMarked(
  input: PreparedRows,
  marks: Uint8Array,
  ranks: Ranks,
  scratch?: Scratch,
): Generator<Progress, Rest> {
  const all = ranks.allGather(marks)
  const positions = Uint32Array.from(all.keys()).filter((i) => all[i] === 0)
  const range = share(positions.length, ranks.size, ranks.rank)
  const reordered: ReorderedView<NamedRows>[] = []
  for (const view of input.views) reordered.push(yield* reorderSamples(ranks, view, positions, scratch, all.length))
  return {
    input: {
      samples: range.end - range.begin,
      views: reordered.map(({ view }) => view),
      ids: Array.from(positions.subarray(range.begin, range.end), (i) => (ranks.size === 1 ? input.ids[i] : String(i))),
    },
    kept: positions,
    remove() {
      for (const one of reordered) one.remove()
    },
  }
}

/** What a fit of the rest needs to be told of all samples. */
export interface Aside {
  marks: Uint8Array
  kept: Uint32Array
  /** Of all samples, see `Judged`. */
  places: Matrix
}

/**
 * What a fit found of the rest, told of all samples: those set aside get the cluster whose samples (or, with a tree, the leaf whose samples) are nearest on average, confidence 0, and rows of zeros in memberships and
 * embedding. Ranks give and get what is of their own samples. O(n · columns + set aside · leaves · columns).
 */
export function rejoin(
  found: MethodResult,
  { marks, kept, places }: Aside,
  clusters: number,
  ranks: Ranks,
): MethodResult {
  const from = new Uint32Array(rowRange(ranks, marks.length).total)
  kept.forEach((sample, row) => {
    from[sample] = row
  })
  const restored = (rows: Matrix) => {
    const all = reorderRows(ranks, rows, from, kept.length)
    marks.forEach((mark, i) => {
      if (mark === 1) all.data.fill(0, i * all.columns, (i + 1) * all.columns)
    })
    return all
  }
  const column = (values: ArrayLike<number>) => restored(matrix(values.length, 1, Float64Array.from(values))).data
  const nearest = (groups: ArrayLike<number>, count: number) =>
    withNearest(Int32Array.from(column(groups)), count, marks, places, ranks)
  const { labels, confidence, memberships, embedding, tree } = found
  const leaves = tree && nearest(tree.leaves, tree.leafSizes.length)
  return {
    ...found,
    labels: leaves ? throughLeaves(leaves, column(labels), marks, ranks) : nearest(labels, clusters),
    confidence: confidence && column(confidence),
    memberships: memberships && restored(memberships),
    embedding: embedding && restored(embedding),
    ...(tree
      ? {
          tree: {
            ...tree,
            leaves: leaves!,
            leafSizes: sizesOf(leaves!, tree.leafSizes.length, ranks),
            ...(tree.embedding ? { embedding: atLeaves(restored(tree.embedding), leaves!, tree, marks, ranks) } : {}),
          },
        }
      : {}),
  }
}

/** Groups of all samples, where those that are marked take the nearest centre of the others' groups; of equally near ones the first. */
function withNearest(groups: Int32Array, count: number, marks: Uint8Array, places: Matrix, ranks: Ranks): Int32Array {
  const others = Array.from(groups.keys()).filter((i) => marks[i] === 0)
  const { centres, sizes } = embeddedClusters(
    takeRows(places, others),
    Int32Array.from(others, (i) => groups[i]),
    count,
    ranks,
  )
  const distance = (i: number, group: number) => {
    let square = 0
    for (let j = 0; j < places.columns; j++) {
      const difference = places.data[i * places.columns + j] - centres.data[group * places.columns + j]
      square += difference * difference
    }
    return square
  }
  const nonEmpty = Array.from(sizes.keys()).filter((group) => sizes[group] > 0)
  return groups.map((group, i) => {
    if (marks[i] === 0) return group
    const distances = nonEmpty.map((other) => distance(i, other))
    return nonEmpty[distances.indexOf(Math.min(...distances))]
  })
}

/** The cluster of each leaf, read from the samples that are not marked, for those that are. */
function throughLeaves(leaves: Int32Array, labels: Float64Array, marks: Uint8Array, ranks: Ranks): Int32Array {
  const [allLeaves, allLabels, allMarks] = [leaves, labels, marks].map((values) =>
    ranks.allGather(Float64Array.from(values)),
  )
  const clusterOf = new Map<number, number>()
  allLeaves.forEach((leaf, i) => {
    if (allMarks[i] === 0) clusterOf.set(leaf, allLabels[i])
  })
  return leaves.map((leaf, i) => (marks[i] === 0 ? labels[i] : clusterOf.get(leaf)!))
}

/** The embedding of a tree, where those that are marked lie at the centre of their leaf, so that cuts keep them with it. */
function atLeaves(
  embedding: Matrix,
  leaves: Int32Array,
  { leafSizes }: ClusterTree,
  marks: Uint8Array,
  ranks: Ranks,
): Matrix {
  const others = Array.from(leaves.keys()).filter((i) => marks[i] === 0)
  const ofOthers = Int32Array.from(others, (i) => leaves[i])
  const { centres } = embeddedClusters(takeRows(embedding, others), ofOthers, leafSizes.length, ranks)
  const { columns, data } = embedding
  marks.forEach((mark, i) => {
    if (mark === 1) data.set(centres.data.subarray(leaves[i] * columns, (leaves[i] + 1) * columns), i * columns)
  })
  return { ...embedding, data: Float64Array.from(Float32Array.from(data)) }
}

function sizesOf(leaves: Int32Array, count: number, ranks: Ranks): number[] {
  const sizes = new Float64Array(count)
  for (const leaf of leaves) sizes[leaf]++
  ranks.allReduceSum(sizes)
  return Array.from(sizes)
}
