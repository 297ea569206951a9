import type { Progress } from '../../progress.ts'
import { oneProcess } from '../../ranks/one-process.ts'
import { mapSteps } from '../../steps.ts'
import type { Finding } from './canonical-views.ts'
import { ensembleConsensus } from './ensemble-consensus.ts'
import { gatherGraphs, gatherScores } from './gather-graphs.ts'
import { ownPart } from './own-part.ts'
import type { Search } from './search.ts'
import { singleEmbedding } from './single-embedding.ts'

/** Ranks that have fewer samples each put their graphs together: there is too little to share. */
const WORTH_RANKS = 256

/**
 * Searches the graphs for clusters, with full or little effort. Ranks have their own rows of the graphs each and get the finding for those. Where partitions are fitted to all samples
 * every rank gathers graphs and features, which are small beside the views, and the bytes are those of one process; else no rank holds all.
 */
export function* searchGraphs(search: Search, effort: 'full' | 'fast'): Generator<Progress, Finding> {
  const { twins, fitted, communicator } = search
  const sampled = fitted < twins.length
  const find = effort === 'fast' ? singleEmbedding : sampled ? search.many!.sampledConsensus : ensembleConsensus
  if (communicator.size === 1) return yield* find(search)
  if (sampled && twins.length >= WORTH_RANKS * communicator.size) return yield* untold(find(search))
  const { seen } = search
  const all = { ...search, seen: { ...gatherScores(communicator, seen), ...gatherGraphs(communicator, seen) } }
  // Only the ensemble shares out work where every rank has all samples.
  const alike = find === ensembleConsensus ? all : { ...all, communicator: oneProcess, stages: undefined }
  return ownPart(communicator, twins, yield* untold(find(alike)))
}

/** Leaves out the partitions on the way: no rank could put them in the order of the input by itself. */
function untold(search: Generator<Progress, Finding>): Generator<Progress, Finding> {
  return mapSteps(search, ({ partition: _, ...progress }) => progress)
}
