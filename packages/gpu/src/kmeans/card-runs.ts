import type { Matrix } from '@manyview/core'
import type { GroupingRun } from '@manyview/core/runtime'
import { paddedWidth, spreadInto } from '../dense/card-matrix.ts'
import { GROUP } from '../dense/dense-kernels.ts'
import type { Room } from '../room.ts'

/** Draws of a next centre at the most. */
export const MOST_TRIALS = 8

/** WGSL: many runs go on at the same time. The points of a run are rows of `quads` fours, from four number `points` on; its centres begin with four number `centres`, and the runs before it have `before` clusters. */
export const RUNS = /* wgsl */ `
struct Run { points: u32, quads: u32, clusters: u32, trials: u32, centres: u32, before: u32 }
@group(0) @binding(1) var<storage, read> runs: array<Run>;
`

/** Points per workgroup, and threads that share them. */
export const BLOCK = 256
export const THREADS = 64

/** WGSL: which run a workgroup works for, and the points `begin` … `end` − 1 of it that are its own. */
export const BLOCK_OF_RUN = /* wgsl */ `  let blocks = (settings.rows + ${BLOCK - 1}u) / ${BLOCK}u;
  let number = ${GROUP};
  if (number >= settings.runs * blocks) { return; }
  let place = number / blocks;
  let run = runs[place];
  let begin = (number % blocks) * ${BLOCK}u;
  let end = min(begin + ${BLOCK}u, settings.rows);
`

/** Runs of k-means and their points on the card. */
export interface CardRuns {
  rows: number
  runs: readonly GroupingRun[]
  points: GPUBuffer
  /** As `RUNS` has it. */
  table: GPUBuffer
  /** Fours of all centres, and of the run that has most. */
  centres: number
  most: number
  /** Clusters of all runs. */
  clusters: number
}

/** Numbers of all point sets on the card. */
export function pointsLength(sets: readonly Matrix[]): number {
  return sets.reduce((sum, { rows, columns }) => sum + rows * paddedWidth(columns), 0)
}

/** Brings runs and their point sets (n×any each) to the card. */
export function uploadRuns(room: Room, sets: readonly Matrix[], runs: readonly GroupingRun[]): CardRuns {
  const firsts = sets.map((_, s) => pointsLength(sets.slice(0, s)))
  const points = room.written(pointsLength(sets), Float32Array, (to) => {
    for (const [s, set] of sets.entries())
      spreadInto(to.subarray(firsts[s]), paddedWidth(set.columns), set, 0, set.columns)
  })
  let [centres, most, clusters] = [0, 0, 0]
  const table = runs.flatMap((run) => {
    const quads = paddedWidth(sets[run.points].columns) / 4
    const words = [firsts[run.points] / 4, quads, run.clusters, run.trials, centres, clusters]
    centres += run.clusters * quads
    most = Math.max(most, run.clusters * quads)
    clusters += run.clusters
    return words
  })
  return { rows: sets[0].rows, runs, points, table: room.integers(table), centres, most, clusters }
}
