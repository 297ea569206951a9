import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { InputError } from '@manyview/core'
import { forgetTemporary, removeLeftBehind, temporaryFile } from '../writing/temporary-file.ts'
import { filesOf, isPlainName, type Manifest, manifestText, parseManifest } from './manifest.ts'
import { writePart } from './part-files.ts'

const manifestName = 'checkpoint.json'
/** Names the files that are being written for the next checkpoint and those of the one that it takes the place of, so that all are known if the process dies. */
const plannedName = 'next.json'

/** The folder `manyview-checkpoint` inside the folder that users name. Only files that its own lists name are ever removed. */
export class CheckpointFolder {
  readonly path: string
  private readonly parent: string
  private readonly madeParent: boolean

  constructor(parent: string) {
    this.parent = parent
    this.path = join(parent, 'manyview-checkpoint')
    this.madeParent = mkdirSync(parent, { recursive: true }) !== undefined
    this.refuseForeignFiles()
  }

  /** What the last checkpoint says; null where there is none. */
  manifest(): Manifest | null {
    const path = this.file(manifestName)
    if (!existsSync(path)) return null
    const manifest = parseManifest(readFileSync(path, 'utf8'))
    if (manifest === null) this.damaged(manifestName)
    return manifest === 'newer' ? this.fail('holds a checkpoint of another version of manyview') : manifest
  }

  file(name: string): string {
    return join(this.path, name)
  }

  /** Says which files come next, before the first of them is written; what an attempt before left of its own goes. */
  plan(files: readonly string[]): void {
    mkdirSync(this.path, { recursive: true, mode: 0o700 })
    const listedFiles = this.known()
    this.removeAll(this.planned().filter((name) => !listedFiles.includes(name)))
    this.replace(plannedName, JSON.stringify({ format: 'manyview checkpoint', files: [...files, ...listedFiles] }))
  }

  /** Makes the planned checkpoint the valid one; the files of the one before go. */
  commit(manifest: Manifest): void {
    const before = this.known()
    this.replace(manifestName, manifestText(manifest))
    const currentFiles = filesOf(manifest)
    this.removeAll(before.filter((name) => !currentFiles.includes(name)))
    this.removeAll([plannedName])
  }

  /** Takes back files that were planned and could not be written; why they could not is what people should read. */
  abandon(): void {
    for (const name of [...this.planned().filter((file) => !this.known().includes(file)), plannedName])
      try {
        this.removeAll([name])
      } catch {}
  }

  /** Removes the checkpoint, and the folders where nothing else is in them. */
  remove(): void {
    if (!existsSync(this.path)) return
    this.removeAll([...this.known(), ...this.planned(), manifestName, plannedName])
    for (const folder of this.madeParent ? [this.path, this.parent] : [this.path])
      if (readdirSync(folder).length === 0) rmdirSync(folder)
  }

  fail(message: string): never {
    throw new InputError(message, { code: 'checkpoint', argument: this.parent })
  }

  damaged(name: string): never {
    throw new InputError('is damaged, remove the checkpoint and begin anew', {
      code: 'checkpoint',
      argument: this.file(name),
    })
  }

  private known(): string[] {
    const manifest = this.manifest()
    return manifest ? filesOf(manifest) : []
  }

  private planned(): string[] {
    try {
      const { files } = JSON.parse(readFileSync(this.file(plannedName), 'utf8'))
      return Array.isArray(files) ? files.filter(isPlainName) : []
    } catch {
      return []
    }
  }

  private refuseForeignFiles(): void {
    if (!existsSync(this.path)) return
    for (const name of [manifestName, plannedName]) removeLeftBehind(this.file(name))
    const ownFiles = [...this.known(), ...this.planned(), manifestName, plannedName]
    // Another rank may be writing its list at this moment.
    const foreign = readdirSync(this.path).filter((name) => !ownFiles.includes(name) && !name.endsWith('.manyview-tmp'))
    if (foreign.length > 0)
      this.fail(
        `has files that no checkpoint wrote in ${this.path} (${foreign.slice(0, 3).join(', ')}), give another folder`,
      )
  }

  private replace(name: string, text: string): void {
    const temporary = temporaryFile(this.file(name))
    try {
      writePart(temporary, new TextEncoder().encode(text))
      renameSync(temporary, this.file(name))
    } catch (error) {
      rmSync(temporary, { force: true })
      throw error
    } finally {
      forgetTemporary(temporary)
    }
  }

  private removeAll(names: readonly string[]): void {
    for (const name of names) rmSync(this.file(name), { force: true })
  }
}
