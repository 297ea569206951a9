import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { InputError } from '@manyview/core'
import type { ShapedView } from '@manyview/core/numerics'
import {
  type ByteSource,
  type Dataset,
  type HeldView,
  isDataFile,
  isDocumentName,
  type Manifest,
  parseManifest,
  type ReadOptions,
  type RowOptions,
  readDataset,
  type ThingReading,
  thingsAmong,
} from '@manyview/formats'
import type { EmbeddingModel, OpenThing, ThingsSettings } from '@manyview/formats/things'
import { orFileProblem } from '../files/file-problem.ts'
import { fileSource } from '../files/file-source.ts'
import { readTextFile } from '../files/read-text-file.ts'
import { openModelFolder } from '../models/open-model-folder.ts'
import { type DescriberOptions, fileDescriber } from '../pictures/file-describer.ts'
import { checkWritable } from '../writing/check-writable.ts'
import { openSources, pause, stoppable } from './open-sources.ts'

/** What was read, and the files it came from. */
export interface Input<V extends ShapedView = HeldView> {
  dataset: Dataset<V>
  sources: ByteSource[]
}

/** What is done with the files before they are read (what is piped in is not among them), and how texts and pictures become views. */
interface OpenedFiles extends Pick<ThingsSettings, 'recipes' | 'onProgress'>, DescriberOptions {
  onOpen?: (sources: readonly ByteSource[]) => Promise<void>
  /** Folders of models that make views, too. */
  embed?: readonly string[]
}

/** The files that paths stand for, before anything of them is read. */
interface OpenInput {
  /** What holds the views. */
  files: ByteSource[]
  /** What says where the views are, if there is one; it knows its files by the names it gives them. */
  manifest?: Manifest
  /** All files by their paths. */
  sources: ByteSource[]
  notes: string[]
}

const manifestName = 'views.json'
const archive = /\.(zip|tar|tgz|tar\.\w+)$/i

/** Reads files, a folder of files, or what a manifest (`views.json`, also inside the folder) names; `-` is stdin. `rows` says where the samples go. */
export function readInput(
  paths: readonly string[],
  options: ReadOptions,
  signal: AbortSignal,
  files?: OpenedFiles,
): Promise<Input>
export function readInput(
  paths: readonly string[],
  options: ReadOptions,
  signal: AbortSignal,
  rows: RowOptions & OpenedFiles,
): Promise<Input<ShapedView>>
export async function readInput(
  paths: readonly string[],
  options: ReadOptions,
  signal: AbortSignal,
  { onOpen, recipes, onProgress, cache, threads, embed = [], ...rows }: RowOptions & OpenedFiles = {},
): Promise<Input<ShapedView>> {
  // What is piped in comes to rank 0 only.
  const elsewhere = paths.includes('-') && rows.ranks !== undefined && rows.ranks.rank > 0
  const nothing: OpenInput = { files: [], sources: [], notes: [] }
  const { files, manifest, sources, notes } = elsewhere ? nothing : await openInput(paths, options, signal)
  await onOpen?.(paths.includes('-') ? [] : sources)
  if (cache) await checkWritable(cache)
  // Texts and pictures are read by rank 0 alone.
  const models = rows.ranks && rows.ranks.rank > 0 ? [] : await openModels(embed)
  const open = openBeside(signal)
  const things: ThingReading = {
    open,
    mayLack: recipes !== undefined,
    // What makes views of texts and pictures is loaded where there are some: a start costs less.
    async makeViews(columns, skipBroken) {
      const { thingsReader } = await import('@manyview/formats/things')
      const describer = fileDescriber({ cache, threads })
      return thingsReader(open, { recipes, signal, onProgress, describer, embed: models }).makeViews(
        columns,
        skipBroken,
      )
    },
  }
  const dataset = await readDataset(files, { ...options, manifest, things, ...rows }).catch((error: unknown) => {
    // Readers take what they do not know for a damaged file, and an interrupt is none.
    signal.throwIfAborted()
    throw error
  })
  if (models.length > 0) (await import('@manyview/formats/things')).refuseUnusedModels(models, dataset.recipes)
  await Promise.all(models.map((model) => model.end()))
  await pause(signal)
  return { dataset: { ...dataset, notes: [...notes, ...dataset.notes] }, sources }
}

async function openModels(folders: readonly string[]): Promise<EmbeddingModel[]> {
  const models: EmbeddingModel[] = []
  for (const folder of folders) {
    const model = await openModelFolder(folder)
    if (models.some(({ name }) => name === model.name))
      throw new InputError(`two models are called "${model.name}", rename a folder`, {
        code: 'bad-option',
        argument: '--embed',
      })
    models.push(model)
  }
  return models
}

/** Opens what a table names by a path, which is relative to the table. */
function openBeside(signal: AbortSignal): OpenThing {
  return (path, table) => stoppable(fileSource(resolve(dirname(table), path)), signal)
}

/** Finds the files for `readInput`, and reads the manifest and stdin where they are among them. */
async function openInput(paths: readonly string[], options: ReadOptions, signal: AbortSignal): Promise<OpenInput> {
  if (paths.length === 1 && isFolder(paths[0])) {
    const names = orFileProblem(paths[0], () => readdirSync(paths[0])).sort()
    if (names.includes(manifestName)) return openManifest(join(paths[0], manifestName), options, signal)
    return openFolder(paths[0], names, signal)
  }
  if (paths.length === 1 && basename(paths[0]) === manifestName) return openManifest(paths[0], options, signal)
  const sources = await openSources(paths, signal)
  return { files: sources, sources, notes: [] }
}

function isFolder(path: string): boolean {
  return orFileProblem(path, () => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
}

async function openFolder(folder: string, names: string[], signal: AbortSignal): Promise<OpenInput> {
  const visible = names.filter((name) => !name.startsWith('.') && !isFolder(join(folder, name)))
  const data = visible.filter((name) => isDataFile(name) || archive.test(name))
  const things = data.every(isDocumentName) ? thingsIn(folder) : []
  const viewNames = things.length > 0 ? things : data
  if (viewNames.length === 0)
    throw new InputError('holds no data file, give a folder with one file per view, or with texts or pictures', {
      code: 'file',
      argument: folder,
    })
  const sources = await openSources(
    viewNames.map((name) => join(folder, name)),
    signal,
  )
  const left = visible.filter((name) => !viewNames.includes(name))
  const otherNames = left.slice(0, 10).join(', ') + (left.length > 10 ? `, … (${left.length} files)` : '')
  const notes = left.length > 0 ? [`left out, not data files: ${otherNames}`] : []
  return { files: sources, sources, notes }
}

/** The pictures of a folder and of those within it, else the texts; none where there are neither. */
function thingsIn(folder: string): string[] {
  return thingsAmong(orFileProblem(folder, () => readdirSync(folder, { recursive: true, encoding: 'utf8' })).sort())
}

function openManifest(path: string, options: ReadOptions, signal: AbortSignal): OpenInput {
  const { samples, views, columns, id, kinds = {}, categories } = options
  // Counts are a matter of the method, too.
  const kind = Object.values(kinds).find((each) => each !== 'counts')
  const others = { samples, views, columns, id, kind, categories }
  const conflict = Object.entries(others).find(([, value]) => value !== undefined)
  if (conflict)
    throw new InputError(`cannot be used with a manifest, write it into ${path}`, {
      code: 'bad-option',
      argument: `--${conflict[0]}`,
    })
  const itself = fileSource(path)
  const manifest = parseManifest(path, readTextFile(path))
  const names = [
    ...Object.values(manifest.views).map(({ file }) => file),
    ...(manifest.labels ? [manifest.labels.file] : []),
  ]
  const namedFiles = [...new Set(names)].map((file) => ({
    file,
    source: stoppable(fileSource(join(dirname(path), file)), signal),
  }))
  return {
    files: namedFiles.map(({ file, source }) => ({ ...source, name: file })),
    manifest,
    sources: [itself, ...namedFiles.map(({ source }) => source)],
    notes: [],
  }
}
