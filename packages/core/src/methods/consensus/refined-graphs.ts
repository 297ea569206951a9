import type { Matrix } from '../../linalg/matrix.ts'
import type { Progress } from '../../progress.ts'
import { oneProcess } from '../../ranks/one-process.ts'
import { ownRows } from '../../ranks/own-rows.ts'
import type { Agreement } from './agree.ts'
import { FOLDS } from './discriminant-coordinates.ts'
import { gatherGraphs } from './gather-graphs.ts'
import { refinedScores } from './refined-scores.ts'
import type { Search } from './search.ts'
import { ownShare } from './twins-over-ranks.ts'
import { linkViews, neighboursWithin, sideBySide } from './view-graphs.ts'

/** Samples between two clusters count at least this much. */
const LEAST = 0.02

/** What the views are refined by. */
type Groups = Pick<Agreement, 'groups' | 'confidence'>

/**
 * The views and graphs once more, with coordinates beside the scores of each view that tell the groups of an agreement apart: what one view is sure of becomes visible in the others.
 * Ranks have their own samples each, and the groups of those. What the search has seen loses its scores and graphs, which nobody asks for again. O(n·r·(r + k)) per view and what the graphs take.
 */
export function* refinedGraphs(search: Search, agreed: Groups): Generator<Progress, Search['seen']> {
  search.seen = { ...search.seen, graphs: [] }
  const scores = yield* allRefinedScores(search, agreed)
  search.seen = { ...search.seen, scores: [], wide: [] }
  return { ...search.seen, ...(yield* linkRefined(search, scores, search.seen.speaking)) }
}

/** The same where all ranks have all samples: each searches for the neighbours of its own share. */
export function* sharedRefinedGraphs(search: Search, agreed: Groups): Generator<Progress, Search['seen']> {
  const { seen, twins, communicator } = search
  const scores = yield* allRefinedScores({ ...search, communicator: oneProcess }, agreed)
  const { begin, end } = ownShare(communicator, twins)
  const linked = yield* linkRefined(
    search,
    scores.map((all) => ownRows({ total: twins.length, begin, end }, all)),
    seen.speaking.map((marks) => marks.slice(begin, end)),
  )
  return { ...seen, scores, ...gatherGraphs(communicator, linked) }
}

function* allRefinedScores(search: Search, { groups, confidence }: Groups): Generator<Progress, Matrix[]> {
  const { kernels, seen, clusters, twins, communicator } = search
  const places = search.random.split(8).permutation(twins.length)
  const { begin, end } = ownShare(communicator, twins)
  const grouping = {
    labels: groups,
    clusters,
    weights: confidence.map((margin) => Math.max(margin, LEAST)),
    // Identical samples get the same coordinates.
    folds: Uint8Array.from(twins.subarray(begin, end), (first) => places[first] % FOLDS),
  }
  const scores: Matrix[] = []
  for (const [v, own] of seen.scores.entries()) {
    scores.push(yield* refinedScores(kernels, own, seen.wide[v], seen.speaking[v], grouping, communicator))
    yield { stage: 'refinement', iteration: v + 1, total: seen.scores.length }
  }
  return scores
}

/** Empties `scores` once they are not needed any more. */
function* linkRefined(
  { kernels, seen, neighbours, random, communicator }: Search,
  scores: Matrix[],
  speaking: readonly Uint8Array[],
) {
  const drawn = random.split(8)
  const found = yield* neighboursWithin(kernels, scores, speaking, neighbours, drawn, communicator)
  const features = sideBySide(scores, speaking, seen.weights)
  // Only samples that lack views are still compared view by view.
  if (!seen.incomplete) scores.length = 0
  return yield* linkViews(kernels, { ...seen, scores, speaking }, features, found, neighbours, drawn, communicator)
}
