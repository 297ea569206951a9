import type { Evidence } from '../evidence/evidence.ts'
import type { FunctionHints, InitialVectors } from '../graphs/filtered-functions.ts'
import { kmeans } from '../numerics/kmeans/kmeans.ts'
import { columnsOf, type Matrix, matrix } from '../numerics/linalg/matrix.ts'
import { concatenateColumns } from '../numerics/linalg/scale.ts'
import type { Progress } from '../runtime/progress.ts'
import { isOwnPart, shareResults } from '../runtime/ranks/share.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { StageFormat, Stages } from '../runtime/stages.ts'
import { type Embedding, embed, release } from './embedding.ts'
import type { FittedSamples } from './fitted-samples.ts'
import { drawMembers, type Member, type MemberKind, membersFormat } from './members.ts'
import { embedOnDemand } from './rows-on-demand.ts'

/** A fit in progress: `evidence` is replaced as its parts are used up, so that memory is free for what follows. */
export interface Fit {
  readonly rt: Runtime
  readonly clusters: number
  readonly fitted: FittedSamples
  evidence: Evidence
}

/** One round of members: graph by graph, of which one is embedded at a time. */
export class Round {
  private readonly fit: Fit
  private readonly rt: Runtime
  private readonly round: number
  private readonly stages: Stages | undefined
  private readonly order: Uint32Array | undefined
  private readonly before: InitialVectors | undefined
  private readonly isWhole: boolean
  /** The eigenvectors of the first graph, near which those of the others are looked for. */
  private likely: InitialVectors | undefined
  /** Of each graph of the second round the scores of the smoothed features. */
  private readonly filtered: Matrix[] = []

  /** `order` and `before`, the eigenvectors of the first graph of an earlier round, make fits to some samples fast. */
  constructor(
    fit: Fit,
    rt: Runtime,
    round: number,
    stages: Stages | undefined,
    order: Uint32Array | undefined,
    before?: InitialVectors,
  ) {
    this.fit = fit
    this.rt = rt
    this.round = round
    this.stages = stages
    this.order = order
    this.before = before
    this.isWhole = fit.fitted.all.length === fit.evidence.samples.total
  }

  /** Draws the members of the wanted kinds from every graph; a graph is freed once its members are there. */
  *draw(kindsOf: (graph: number) => readonly MemberKind[]): Generator<Progress, Member[]> {
    const { fit, rt, round, stages } = this
    const { samples, graphs } = fit.evidence
    const name = (g: number) => `${round}-${graphs[g].name}`
    const isShared = this.isWhole && rt.ranks.size > 1 && graphs.some((_, g) => !stages?.isSaved(name(g)))
    const shared = isShared ? yield* this.embedTogether() : null
    const members: Member[] = []
    for (const g of graphs.keys()) {
      const draw = this.drawFrom.bind(this, g, kindsOf(g), shared?.[g])
      members.push(...(stages ? yield* stages.once(name(g), this.formatOf(g), samples, draw) : yield* draw()))
      // Where a fit goes on after its first graph, that is asked for its eigenvectors once more.
      if (!this.isWhole && (g > 0 || this.likely || this.isOnDevice)) this.freeGraph(g)
    }
    return members
  }

  /** The eigenvectors of the first graph for the next round; undefined where nobody needs them. They are found again where a fit goes on after its first graph. */
  *firstEigenvectors(): Generator<Progress, InitialVectors | undefined> {
    if (this.isWhole || this.isOnDevice) return undefined
    if (!this.likely) {
      this.likely = (yield* this.embedGraph(0)).likely
      this.freeGraph(0)
    }
    return this.likely
  }

  /** The scores of the features smoothed along each graph, side by side (n × at most min(6k, 150) and the part columns). */
  filteredEmbedding(): Matrix {
    return concatenateColumns(this.filtered)
  }

  /** How the members of a graph are saved, in the second round of a fit to all samples beside the embedding that the tree is made of. */
  private formatOf(g: number): StageFormat<Member[]> {
    const { fit, round, isWhole, filtered } = this
    const format = membersFormat(round, g, fit.clusters, isWhole ? null : fit.fitted.all.length)
    if (!isWhole || round === 0) return format
    return {
      save: (members) => {
        const { rows, ...others } = format.save(members)
        return { rows: [...rows, filtered[g]], ...others }
      },
      restore: (saved) => {
        filtered[g] = saved.rows[1]
        return format.restore(saved)
      },
    }
  }

  /** True where a device embeds the samples. */
  private get isOnDevice(): boolean {
    const { device } = this.rt
    return device !== null && this.fit.evidence.samples.total > device.many
  }

  private *drawFrom(g: number, kinds: readonly MemberKind[], shared?: Embedding): Generator<Progress, Member[]> {
    const { fit, rt, round } = this
    const { clusters, fitted, evidence } = fit
    const { samples } = evidence
    const embedding = shared ?? (yield* this.embedGraph(g))
    if (g === 0) this.likely = embedding.likely
    if (this.isWhole && round === 1) {
      const { columns } = embedding.points as Matrix
      this.filtered[g] = columnsOf(embedding.points as Matrix, embedding.split, columns)
    }
    if (g === 0 && round === 0 && this.isWhole) {
      // For whoever stops the fit before the vote; nobody else waits for it.
      const start = { restarts: 1, start: 'greedy' } as const
      const quick = { clusters, random: rt.random('quick'), ...start }
      const partition = () => kmeans(rt.kernels, embedding.points as Matrix, quick).labels
      yield { stage: 'filter', iteration: 1, total: 1, partition }
    }
    try {
      const { graph: links } = evidence.graphs[g]
      return yield* drawMembers({ rt, samples, fitted, clusters, round, graph: g, links, embedding }, kinds)
    } finally {
      release(embedding)
    }
  }

  private *embedGraph(g: number): Generator<Progress, Embedding> {
    const { rt, fit } = this
    const { samples, graphs, features } = fit.evidence
    const random = rt.random('embedding', g)
    const embedded = { samples, graph: graphs[g].graph, features, clusters: fit.clusters, random }
    if (this.isWhole) return yield* embed(rt, embedded)
    const hints: FunctionHints = { order: this.order, likely: g === 0 ? this.before : yield* this.firstEigenvectors() }
    return yield* embedOnDemand(rt, embedded, hints)
  }

  /** The embeddings of all graphs where every process has all samples: each makes those that fall to it. */
  private *embedTogether(): Generator<Progress, Embedding[]> {
    const { ranks } = this.rt
    const matrices: (Matrix[] | null)[] = []
    for (const g of this.fit.evidence.graphs.keys()) {
      const embedding = isOwnPart(ranks, g) ? yield* this.embedGraph(g) : null
      matrices.push(embedding && [embedding.points as Matrix, matrix(1, 1, Float64Array.of(embedding.split))])
    }
    return shareResults(ranks, matrices).map(([points, split]) => ({ points, split: split.data[0] }))
  }

  /** Leaves nothing of a graph but its name. */
  private freeGraph(g: number): void {
    const { graphs } = this.fit.evidence
    const empty = {
      rows: 0,
      columns: 0,
      values: new Float64Array(0),
      indices: new Uint32Array(0),
      pointers: new Uint32Array(1),
    }
    this.fit.evidence = {
      ...this.fit.evidence,
      graphs: graphs.map((each, h) => (h === g ? { ...each, graph: empty } : each)),
    }
  }
}
