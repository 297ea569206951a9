import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Checkpoints,
  type Communicator,
  InputError,
  oneProcess,
  rowsOnRanks,
  type SavedFit,
  type SparseMatrix,
} from '@manyview/core'
import { matrix } from '@manyview/core/numerics'
import { fileProblem } from '../file-problem.ts'
import { readDoubles, writeSynced } from './double-files.ts'
import { readLists, writeLists } from './list-files.ts'

/** What `checkpoint.json` says: it is written last, so that all that it names is there. */
interface Manifest {
  version: 1
  task: string
  iteration: number
  samples: number
  columns: number
  /** Files with rows begin … end − 1, `columns` doubles each. */
  rows: { file: string; begin: number; end: number }[]
  /** Columns of the sparse matrices, whose rows are in a file beside each of those, in files of their own; none where absent. */
  lists?: number[]
  /** The file with what all ranks have alike, and how many doubles of it belong to each name. */
  shared: { file: string; lengths: Record<string, number> }
}

const manifestName = 'checkpoint.json'
/** The file of a rank's rows of sparse matrix number `list`, beside that of its dense rows. */
const listFile = (rows: string, list: number) => rows.replace('.f64', `-${list}.f64`)

/** How checkpoints are kept. */
export interface FileCheckpointOptions {
  /** Minutes between two of them, default 10; 0: after every iteration. */
  minutes?: number
  /** Goes on from what is there; without it a folder that holds a checkpoint is refused. */
  resume?: boolean
  communicator?: Communicator
}

/**
 * Checkpoints in a folder that all ranks see: every rank writes the rows of its samples, then rank 0 names the files in `checkpoint.json`, then the files of the
 * checkpoint before go. Whenever a process or machine dies, the last whole checkpoint is there. Rows are kept by sample, so that any number of ranks can read them.
 */
export class FileCheckpoints implements Checkpoints {
  private readonly folder: string
  private readonly interval: number
  private readonly resume: boolean
  private readonly communicator: Communicator
  private last = performance.now()

  constructor(folder: string, options: FileCheckpointOptions = {}) {
    const { minutes = 10, resume = false, communicator = oneProcess } = options
    this.folder = folder
    this.interval = minutes * 60_000
    this.resume = resume
    this.communicator = communicator
    this.attempt(() => mkdirSync(folder, { recursive: true }))
  }

  load(task: string, samples: number): SavedFit | null {
    const manifest = this.attempt(() => this.readManifest())
    // No rank may write before all have looked.
    this.communicator.barrier()
    if (!manifest) return null
    if (!this.resume)
      this.fail(`holds a checkpoint after iteration ${manifest.iteration}, add --resume or give another folder`)
    if (manifest.task !== task)
      this.fail('holds the checkpoint of another fit (method, options, seed, clusters or views differ), give its flags')
    const { total, begin, end } = rowsOnRanks(this.communicator, samples)
    if (total !== manifest.samples) this.fail(`is of ${manifest.samples} samples, but there are ${total}`)
    return this.attempt(() => ({
      iteration: manifest.iteration,
      shared: this.readShared(manifest),
      rows: matrix(samples, manifest.columns, this.readRows(manifest, begin, end)),
      ...(manifest.lists ? { lists: this.readLists(manifest, begin, end) } : {}),
    }))
  }

  due(): boolean {
    const now = Float64Array.of(performance.now() - this.last >= this.interval ? 1 : 0)
    this.communicator.broadcast(now)
    return now[0] === 1
  }

  save(task: string, { iteration, shared, rows, lists = [] }: SavedFit): void {
    const { rank } = this.communicator
    const counts = Array.from(this.communicator.allGather(Float64Array.of(rows.rows)))
    let at = 0
    const parts = counts.map((count) => {
      const begin = at
      at += count
      return { file: `rows-${iteration}-${begin}-${at}.f64`, begin, end: at }
    })
    this.attempt(() => {
      writeSynced(join(this.folder, parts[rank].file), rows.data)
      for (const [l, list] of lists.entries()) writeLists(join(this.folder, listFile(parts[rank].file, l)), list)
    })
    // All rows are on the disk before the manifest says so.
    this.communicator.barrier()
    if (rank === 0) {
      const names = Object.keys(shared)
      const file = `shared-${iteration}.f64`
      const lengths = Object.fromEntries(names.map((name) => [name, shared[name].length]))
      const manifest: Manifest = {
        version: 1,
        task,
        iteration,
        samples: at,
        columns: rows.columns,
        rows: parts,
        ...(lists.length > 0 ? { lists: lists.map(({ columns }) => columns) } : {}),
        shared: { file, lengths },
      }
      this.attempt(() => {
        writeSynced(join(this.folder, file), ...names.map((name) => shared[name]))
        writeSynced(join(this.folder, manifestName), new TextEncoder().encode(JSON.stringify(manifest)))
        const kept = parts.flatMap((part) => [part.file, ...lists.map((_, l) => listFile(part.file, l))])
        this.removeFiles([...kept, file, manifestName])
      })
    }
    this.last = performance.now()
  }

  /** Removes the checkpoint, when the fit that it belongs to is done. */
  clear(): void {
    if (this.communicator.rank === 0)
      this.attempt(() => {
        rmSync(join(this.folder, manifestName), { force: true })
        this.removeFiles([])
      })
  }

  private readManifest(): Manifest | null {
    const path = join(this.folder, manifestName)
    if (!existsSync(path)) return null
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest
    return manifest.version === 1 ? manifest : this.fail('holds a checkpoint of another version of manyview')
  }

  private readShared({ shared: { file, lengths } }: Manifest): Record<string, Float64Array> {
    let at = 0
    return Object.fromEntries(
      Object.entries(lengths).map(([name, length]) => {
        const values = new Float64Array(length)
        readDoubles(join(this.folder, file), at, values)
        at += length
        return [name, values]
      }),
    )
  }

  private readRows({ rows, columns }: Manifest, begin: number, end: number): Float64Array {
    const result = new Float64Array((end - begin) * columns)
    for (const part of rows) {
      const [from, to] = [Math.max(begin, part.begin), Math.min(end, part.end)]
      if (from < to)
        readDoubles(
          join(this.folder, part.file),
          (from - part.begin) * columns,
          result.subarray((from - begin) * columns, (to - begin) * columns),
        )
    }
    return result
  }

  private readLists({ rows, lists = [] }: Manifest, begin: number, end: number): SparseMatrix[] {
    return lists.map((columns, l) => {
      const parts = rows.map((part) => ({ ...part, file: join(this.folder, listFile(part.file, l)) }))
      return readLists(parts, columns, begin, end)
    })
  }

  /** Everything of ours but `kept`, also what a process that died left half-written. */
  private removeFiles(kept: readonly string[]): void {
    for (const name of readdirSync(this.folder))
      if (/^\.?(rows-|shared-|checkpoint\.json).*$/.test(name) && !kept.includes(name))
        rmSync(join(this.folder, name), { force: true })
  }

  private attempt<T>(run: () => T): T {
    try {
      return run()
    } catch (error) {
      throw fileProblem(this.folder, error)
    }
  }

  private fail(message: string): never {
    throw new InputError(message, { code: 'checkpoint', argument: this.folder })
  }
}
