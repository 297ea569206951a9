import type { SparseMatrix } from '@manyview/core'
import { matrix } from '@manyview/core/numerics'
import type { Checkpoints, Ranks, SavedFit } from '@manyview/core/runtime'
import { rowRange, singleProcess } from '@manyview/core/runtime'
import { orFileProblem } from '../files/file-problem.ts'
import { CheckpointFolder } from './checkpoint-folder.ts'
import type { Manifest, PartFile } from './manifest.ts'
import { checksumOf, readDoubles, readLists, writeLists, writePart } from './part-files.ts'

/** How checkpoints are kept. */
export interface FileCheckpointOptions {
  /** Minutes between two of them, default 10; 0: after every iteration. */
  minutes?: number
  ranks?: Ranks
}

/**
 * Checkpoints in a folder that all ranks see: every rank writes the rows of its samples, then rank 0 names the files and their checksums in `checkpoint.json`, then the files of the
 * checkpoint before go. Whenever a process or machine dies, the last whole checkpoint is there, and the next fit with that folder goes on from it. Rows are kept by sample, so that any number of ranks can read them.
 */
export class FileCheckpoints implements Checkpoints {
  private readonly folder: CheckpointFolder
  private readonly named: string
  private readonly interval: number
  private readonly ranks: Ranks
  private last = performance.now()

  constructor(folder: string, options: FileCheckpointOptions = {}) {
    const { minutes = 10, ranks = singleProcess } = options
    this.named = folder
    this.interval = minutes * 60_000
    this.ranks = ranks
    this.folder = orFileProblem(folder, () => new CheckpointFolder(folder))
  }

  load(task: string, samples: number): SavedFit | null {
    const manifest = this.attempt(() => this.folder.manifest())
    // No rank may write before all have looked.
    this.ranks.barrier()
    if (!manifest) return null
    if (manifest.task !== task)
      this.folder.fail(
        'holds the checkpoint of another fit (method, options, seed, clusters or data differ), give its flags and files, or another folder',
      )
    const { total, begin, end } = rowRange(this.ranks, samples)
    if (total !== manifest.samples) this.folder.fail(`is of ${manifest.samples} samples, but there are ${total}`)
    return this.attempt(() => ({
      iteration: manifest.iteration,
      shared: this.readShared(manifest),
      rows: matrix(samples, manifest.columns, this.readRows(manifest, begin, end)),
      ...(manifest.lists.length > 0 ? { lists: this.readLists(manifest, begin, end) } : {}),
    }))
  }

  due(): boolean {
    const now = Float64Array.of(performance.now() - this.last >= this.interval ? 1 : 0)
    this.ranks.broadcast(now)
    return now[0] === 1
  }

  save(task: string, { iteration, shared, rows, lists = [] }: SavedFit): void {
    const { rank } = this.ranks
    let at = 0
    const parts = Array.from(this.ranks.allGather(Float64Array.of(rows.rows)), (count) => {
      const begin = at
      at += count
      const stem = `rows-${iteration}-${begin}-${at}`
      return { file: `${stem}.f64`, begin, end: at, lists: lists.map((_, l) => `${stem}-${l}.f64`) }
    })
    const sharedFile = `shared-${iteration}.f64`
    if (rank === 0)
      this.attempt(() => this.folder.plan([sharedFile, ...parts.flatMap((part) => [part.file, ...part.lists])]))
    // All ranks find the plan on the disk before they write what it names.
    this.ranks.barrier()
    const checksums = this.orNothing(() => [
      writePart(this.folder.file(parts[rank].file), rows.data),
      ...lists.map((list, l) => writeLists(this.folder.file(parts[rank].lists[l]), list)),
    ])
    const digests = this.gatherDigests(checksums)
    if (rank === 0) {
      const names = Object.keys(shared)
      this.orNothing(() => {
        const sha256 = writePart(this.folder.file(sharedFile), ...names.map((name) => shared[name]))
        this.folder.commit({
          format: 'manyview checkpoint',
          version: 2,
          task,
          iteration,
          samples: at,
          columns: rows.columns,
          rows: parts.map((part, r) => ({
            ...part,
            sha256: digests[r * checksums.length],
            lists: part.lists.map((file, l) => ({ file, sha256: digests[r * checksums.length + 1 + l] })),
          })),
          lists: lists.map(({ columns }) => columns),
          shared: { file: sharedFile, sha256, lengths: names.map((name) => [name, shared[name].length]) },
        })
      })
    }
    this.last = performance.now()
  }

  /** Removes the checkpoint, when the fit that it belongs to is done. */
  clear(): void {
    if (this.ranks.rank === 0) this.attempt(() => this.folder.remove())
  }

  /** The checksums of all ranks, on every rank. */
  private gatherDigests(own: readonly string[]): string[] {
    const bytes = this.ranks.allGather(Uint8Array.from(Buffer.from(own.join(''), 'hex')))
    const text = Buffer.from(bytes).toString('hex')
    return Array.from({ length: text.length / 64 }, (_, i) => text.slice(64 * i, 64 * i + 64))
  }

  private readShared({ shared }: Manifest): Record<string, Float64Array> {
    this.verify(shared)
    let at = 0
    return Object.fromEntries(
      shared.lengths.map(([name, length]) => {
        const values = this.doubles(shared, at, new Float64Array(length))
        at += length
        return [name, values]
      }),
    )
  }

  private readRows({ rows, columns }: Manifest, begin: number, end: number): Float64Array {
    const result = new Float64Array((end - begin) * columns)
    for (const part of rows) {
      const [from, to] = [Math.max(begin, part.begin), Math.min(end, part.end)]
      if (from >= to) continue
      this.verify(part)
      this.doubles(
        part,
        (from - part.begin) * columns,
        result.subarray((from - begin) * columns, (to - begin) * columns),
      )
    }
    return result
  }

  private readLists({ rows, lists }: Manifest, begin: number, end: number): SparseMatrix[] {
    return lists.map((columns, l) => {
      const needed = rows.filter((part) => part.begin < end && part.end > begin)
      for (const part of needed) this.verify(part.lists[l])
      const parts = needed.map((part) => ({ ...part, file: this.folder.file(part.lists[l].file) }))
      return readLists(parts, columns, begin, end) ?? this.folder.damaged(rows[0].lists[l].file)
    })
  }

  private doubles({ file }: PartFile, first: number, target: Float64Array): Float64Array {
    return readDoubles(this.folder.file(file), first, target) ? target : this.folder.damaged(file)
  }

  private verify({ file, sha256 }: PartFile): void {
    if (checksumOf(this.folder.file(file)) !== sha256) this.folder.damaged(file)
  }

  private attempt<T>(run: () => T): T {
    return orFileProblem(this.named, run)
  }

  /** A checkpoint that cannot be written leaves the one before, and nothing of itself. */
  private orNothing<T>(run: () => T): T {
    return this.attempt(() => {
      try {
        return run()
      } catch (error) {
        this.folder.abandon()
        throw error
      }
    })
  }
}
