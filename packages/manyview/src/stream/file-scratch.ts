import { closeSync, mkdirSync, openSync, readSync, rmdirSync, rmSync, unlinkSync, writeSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { InputError } from '@manyview/core'
import { defaultBlockRows } from '@manyview/core/numerics'
import type { Scratch, ScratchMatrix } from '@manyview/core/runtime'
import { orFileProblem } from '../files/file-problem.ts'

/** Matrices in files of a folder, for as long as a fit takes. Nothing stays: not after `close`, and on systems where open files can be unlinked (all but Windows) not after a crash. */
export class FileScratch implements Scratch {
  private readonly folder: string
  private readonly open = new Set<ScratchFile>()
  private made = 0
  /** The outermost folder that had to be made. */
  private firstMade: string | undefined

  /** In `folder`, which is made when it is needed. */
  constructor(folder: string) {
    this.folder = folder
  }

  room(rows: number, columns: number): ScratchMatrix {
    this.firstMade ??= orFileProblem(this.folder, () => mkdirSync(this.folder, { recursive: true }))
    const path = join(this.folder, `manyview-scratch-${process.pid}-${this.made++}`)
    const file = new ScratchFile(path, rows, columns, () => this.open.delete(file))
    this.open.add(file)
    return file
  }

  /** Removes all that is left, also folders that were made and are empty. */
  close(): void {
    for (const file of [...this.open]) file.remove()
    if (this.firstMade === undefined) return
    // Folders that were made for scratch alone go with it; one that holds something stays.
    try {
      const outermost = resolve(this.firstMade)
      for (let folder = resolve(this.folder); folder.length >= outermost.length; folder = dirname(folder))
        rmdirSync(folder)
    } catch {}
    this.firstMade = undefined
  }
}

class ScratchFile implements ScratchMatrix {
  readonly rows: number
  readonly columns: number
  readonly blockRows: number
  private readonly path: string
  private readonly file: number
  private readonly removed: () => void
  private unlinked = false
  private closed = false

  constructor(path: string, rows: number, columns: number, removed: () => void) {
    this.path = path
    this.rows = rows
    this.columns = columns
    this.blockRows = defaultBlockRows(columns)
    this.removed = removed
    this.file = orFileProblem(path, () => openSync(path, 'wx+', 0o600))
    // Without a name the system frees the bytes whenever the process ends, however it does.
    try {
      unlinkSync(path)
      this.unlinked = true
    } catch {}
  }

  writeRows(begin: number, values: Float64Array): void {
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
    orFileProblem(this.path, () => {
      for (let done = 0; done < bytes.length; )
        done += writeSync(this.file, bytes, done, bytes.length - done, 8 * begin * this.columns + done)
    })
  }

  readRows(begin: number, end: number, to: Float64Array): void {
    const bytes = new Uint8Array(to.buffer, to.byteOffset, 8 * (end - begin) * this.columns)
    orFileProblem(this.path, () => {
      for (let done = 0; done < bytes.length; ) {
        const count = readSync(this.file, bytes, done, bytes.length - done, 8 * begin * this.columns + done)
        if (count === 0) throw new InputError('is shorter than was written', { code: 'file', argument: this.path })
        done += count
      }
    })
  }

  remove(): void {
    if (this.closed) return
    this.closed = true
    closeSync(this.file)
    if (!this.unlinked) rmSync(this.path, { force: true })
    this.removed()
  }
}
