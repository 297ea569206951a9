import { comparableRows, FEW_DIMENSIONS } from '../../data/comparable-rows.ts'
import { concatenateColumns } from '../../data/scale.ts'
import type { Matrix } from '../../linalg/matrix.ts'
import type { Progress } from '../../progress.ts'
import { ownRows } from '../../ranks/own-rows.ts'
import type { Agreement } from './agree.ts'
import { discriminantCoordinates, FOLDS } from './discriminant-coordinates.ts'
import { gatherGraphs } from './gather-graphs.ts'
import type { Search } from './search.ts'
import { ownShare } from './twins-over-ranks.ts'
import { linkViews, neighboursWithin } from './view-graphs.ts'

/** Samples between two clusters count at least this much. */
const LEAST = 0.02

/**
 * The views and graphs once more, with coordinates beside the scores of each view that tell the groups of an agreement apart: what one view is sure of becomes visible in the others. Samples count by their confidence.
 * Ranks, which all have all scores, search for the neighbours of their own samples. O(n·r·(r + k)) per view and what the graphs take.
 */
export function* refinedGraphs(
  search: Search,
  { groups, confidence }: Pick<Agreement, 'groups' | 'confidence'>,
): Generator<Progress, Search['seen']> {
  const { kernels, seen, clusters, twins, neighbours, communicator } = search
  const random = search.random.split(8)
  const places = random.permutation(twins.length)
  const grouping = {
    labels: groups,
    clusters,
    weights: confidence.map((margin) => Math.max(margin, LEAST)),
    // Identical samples get the same coordinates.
    folds: Uint8Array.from(twins, (first) => places[first] % FOLDS),
  }
  const scores: Matrix[] = []
  for (const [v, own] of seen.scores.entries()) {
    const found = discriminantCoordinates(kernels, seen.wide[v], seen.speaking[v], grouping)
    const both = concatenateColumns([own, found])
    // Where lengths say something they stay.
    scores.push(own.columns < FEW_DIMENSIONS ? both : comparableRows(both))
    yield { stage: 'refinement', iteration: v + 1, total: seen.scores.length }
  }
  const { begin, end } = ownShare(communicator, twins)
  const own = {
    ...seen,
    scores: scores.map((all) => ownRows({ total: twins.length, begin, end }, all)),
    speaking: seen.speaking.map((marks) => marks.slice(begin, end)),
  }
  const found = yield* neighboursWithin(kernels, own.scores, own.speaking, neighbours, random, communicator)
  const linked = yield* linkViews(kernels, own, found, neighbours, random, communicator)
  return { ...seen, scores, ...gatherGraphs(communicator, linked) }
}
