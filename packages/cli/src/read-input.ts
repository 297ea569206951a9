import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import {
  type ByteSource,
  type Dataset,
  parseManifest,
  type ReadOptions,
  readDataset,
  readManifest,
} from '@manyview/formats'
import { fileSource } from '@manyview/node'
import { InputError } from 'manyview'
import { openSources, stoppable } from './open-sources.ts'

/** What was read, and the files it came from. */
export interface Input {
  dataset: Dataset
  sources: ByteSource[]
}

const manifestName = 'views.json'
const dataFile = /\.(mat|npy|npz|csv|tsv|txt|parquet|arrow|feather|jsonl|ndjson|json|mtx|h5|hdf5|h5ad|h5mu)(\.gz)?$/i
const notData = ['manyview.json', 'clustering.json', 'package.json']

/** Reads files, a folder of files, or what a manifest (`views.json`, also inside the folder) names; `-` is stdin. */
export async function readInput(paths: readonly string[], options: ReadOptions, signal: AbortSignal): Promise<Input> {
  if (paths.length === 1 && isFolder(paths[0])) {
    const names = readdirSync(paths[0]).sort()
    if (names.includes(manifestName)) return fromManifest(join(paths[0], manifestName), options, signal)
    return fromFolder(paths[0], names, options, signal)
  }
  if (paths.length === 1 && basename(paths[0]) === manifestName) return fromManifest(paths[0], options, signal)
  const sources = await openSources(paths, signal)
  return { dataset: await readDataset(sources, options), sources }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

async function fromFolder(folder: string, names: string[], options: ReadOptions, signal: AbortSignal): Promise<Input> {
  const visible = names.filter((name) => !name.startsWith('.') && !isFolder(join(folder, name)))
  const chosen = visible.filter((name) => dataFile.test(name) && !notData.includes(name))
  if (chosen.length === 0)
    throw new InputError('holds no data file, give a folder with one file a view', { code: 'file', argument: folder })
  const sources = await openSources(
    chosen.map((name) => join(folder, name)),
    signal,
  )
  const dataset = await readDataset(sources, options)
  const left = visible.filter((name) => !chosen.includes(name))
  const notes = left.length > 0 ? [`left out, no data: ${left.join(', ')}`] : []
  return { dataset: { ...dataset, notes: [...notes, ...dataset.notes] }, sources }
}

async function fromManifest(path: string, options: ReadOptions, signal: AbortSignal): Promise<Input> {
  const { labels: _, join: how, ...others } = options
  const said = Object.entries(others).find(([, value]) => value !== undefined)
  if (said)
    throw new InputError(`cannot be used with a manifest, write it into ${path}`, {
      code: 'bad-option',
      argument: `--${said[0]}`,
    })
  const itself = fileSource(path)
  const manifest = parseManifest(path, readFileSync(path, 'utf8'))
  const files = [
    ...Object.values(manifest.views).map(({ file }) => file),
    ...(manifest.labels ? [manifest.labels.file] : []),
  ]
  const named = [...new Set(files)].map((file) => ({
    file,
    source: stoppable(fileSource(join(dirname(path), file)), signal),
  }))
  // A manifest knows its files by the names it gives them.
  const dataset = await readManifest(
    manifest,
    named.map(({ file, source }) => ({ ...source, name: file })),
    { join: how },
  )
  return { dataset, sources: [itself, ...named.map(({ source }) => source)] }
}
