import type { Kernels } from '../../kernels/kernels.ts'
import type { Progress } from '../../progress.ts'
import type { Random } from '../../random/random.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import type { Finding } from './canonical-views.ts'
import type { roughEmbedding } from './rough-embedding.ts'
import type { SearchStages } from './search-stages.ts'
import type { ScoredViews, ViewGraphs } from './view-graphs.ts'

/** The ways of a fit whose partitions see only some of the samples. */
export interface ManySamples {
  sampledConsensus(search: Search): Generator<Progress, Finding>
  readonly roughEmbedding: typeof roughEmbedding
}

/** What a search for clusters starts from, samples in canonical order. */
export interface Search {
  readonly kernels: Kernels
  /** The scores, graphs and features of all samples, or, in the distributed search over ranks, of the rank's own. A search that needs parts of it no more puts the rest in its place, so that memory is free for what follows. */
  seen: ScoredViews & Pick<ViewGraphs, 'graphs' | 'features'>
  /** For each of all samples the first identical one. */
  readonly twins: Uint32Array
  readonly clusters: number
  /** Neighbours of each sample in a graph. */
  readonly neighbours: number
  readonly random: Random
  /** Samples that partitions are fitted to before all others join them. */
  readonly fitted: number
  /** What is loaded only where these are not all. */
  readonly many?: ManySamples
  /** The ranks that share the search. */
  readonly communicator: Communicator
  /** Where the search keeps what it has found so far; absent: nowhere. */
  readonly stages?: SearchStages
}
