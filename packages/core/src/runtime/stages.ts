import { columnsOf, type Matrix, matrix } from '../numerics/linalg/matrix.ts'
import { concatenateColumns } from '../numerics/linalg/scale.ts'
import type { SparseMatrix } from '../numerics/linalg/sparse-matrix.ts'
import type { Checkpoints, SavedFit } from './checkpoints.ts'
import type { Progress } from './progress.ts'
import type { Samples } from './samples.ts'

/** What a stage gave, in a form that can be saved: rows and graphs of the samples of this process, and numbers that all processes have alike. */
export interface SavedStage {
  rows: readonly Matrix[]
  /** Graphs, one row per sample; absent: none. */
  graphs?: readonly SparseMatrix[]
  numbers: readonly Float64Array[]
}

/** The two ways between the result of a stage and its saved form. */
export interface StageFormat<T> {
  save(result: T): SavedStage
  restore(saved: SavedStage): T
}

/** Keeps what the stages of a fit gave, and how far a long one has come, so that another run goes on from there, on any number of processes. */
export class Stages {
  private readonly checkpoints: Checkpoints
  private readonly about: string
  private readonly samples: Pick<Samples, 'count'>
  private readonly stages = new Map<string, () => SavedStage>()
  private readonly saved: Map<string, SavedStage>

  /** The stages of the fit that the text `about` describes. `samples` are those of which every process has its even share. */
  constructor(checkpoints: Checkpoints, about: string, samples: Pick<Samples, 'count'>) {
    this.checkpoints = checkpoints
    this.about = about
    this.samples = samples
    const fit = checkpoints.load(about, samples.count)
    this.saved = fit ? stagesOf(fit) : new Map()
  }

  /** True where an earlier run saved a stage of this name. */
  isSaved(name: string): boolean {
    return this.saved.has(name)
  }

  /** How far a stage had come when an earlier run kept it; null: nothing is known of it. Rows are those of this process. */
  restore(name: string): SavedStage | null {
    return this.saved.get(name) ?? null
  }

  /** Keeps how far a stage has come after `iteration` iterations, if it is time to save. */
  keep(name: string, iteration: number, save: () => SavedStage): void {
    this.stages.set(name, save)
    if (this.checkpoints.due()) this.checkpoints.save(this.about, this.fit(iteration))
  }

  /** The result of a stage: the one that an earlier run saved, or else that of `work`, which is saved if it is time to. Rows are those of `samples`. */
  *once<T>(
    name: string,
    format: StageFormat<T>,
    samples: Samples,
    work: () => Generator<Progress, T>,
  ): Generator<Progress, T> {
    const saved = this.saved.get(name)
    if (saved) {
      this.stages.set(name, () => saved)
      const rows = saved.rows.map((own) => samples.fromEvenShares(own))
      const graphs = saved.graphs?.map((own) => samples.fromEvenShares(own))
      return format.restore({ rows, graphs, numbers: saved.numbers })
    }
    const result = yield* work()
    this.stages.set(name, () => {
      const { rows, ...others } = format.save(result)
      return { rows: rows.map((all) => samples.evenShare(all)), ...others }
    })
    if (this.checkpoints.due()) this.checkpoints.save(this.about, this.fit(this.stages.size))
    return result
  }

  /** All stages as one saved fit; the shared numbers of a stage are its graphs, the widths of its rows, the lengths of its numbers, and these. */
  private fit(iteration: number): SavedFit {
    const rows: Matrix[] = [matrix(this.samples.count, 0)]
    const lists: SparseMatrix[] = []
    const shared: Record<string, Float64Array> = {}
    for (const [name, save] of this.stages) {
      const stage = save()
      const graphs = stage.graphs ?? []
      rows.push(...stage.rows)
      lists.push(...graphs)
      const widths = stage.rows.map(({ columns }) => columns)
      const lengths = stage.numbers.map(({ length }) => length)
      const sizes = [graphs.length, widths.length, ...widths, lengths.length, ...lengths]
      shared[name] = joined([Float64Array.from(sizes), ...stage.numbers])
    }
    return { iteration, shared, rows: concatenateColumns(rows), lists }
  }
}

/** The stages of a saved fit by name. */
function stagesOf({ shared, rows, lists = [] }: SavedFit): Map<string, SavedStage> {
  const stages = new Map<string, SavedStage>()
  let [column, list] = [0, 0]
  for (const [name, values] of Object.entries(shared)) {
    let at = 0
    const take = (count: number) => values.slice(at, (at += count))
    const [graphs, matrices] = take(2)
    const widths = take(matrices)
    const lengths = take(take(1)[0])
    stages.set(name, {
      rows: Array.from(widths, (width) => {
        column += width
        return columnsOf(rows, column - width, column)
      }),
      graphs: lists.slice(list, list + graphs),
      numbers: Array.from(lengths, take),
    })
    list += graphs
  }
  return stages
}

function joined(parts: readonly Float64Array[]): Float64Array {
  const result = new Float64Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    result.set(part, at)
    at += part.length
  }
  return result
}
