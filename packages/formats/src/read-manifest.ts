import { InputError } from '@manyview/core'
import { badFile } from './bytes/bad-file.ts'
import type { ByteSource } from './bytes/byte-source.ts'
import { findViews } from './dataset/find-views.ts'
import type { Findings, ViewKind } from './dataset/findings.ts'
import type { Contents, SourceOptions } from './read-source.ts'

/** One view of a manifest: its file, and which part of it where it is not all. */
export interface ManifestView {
  file: string
  /** A variable of a file of arrays. */
  variable?: string
  /** Columns of a table: a list of names, or the prefix that they share. */
  columns?: string | string[]
  /** The column of ids. */
  id?: string
  kind?: ViewKind
  weight?: number
}

/** What `views.json` says: views by name, and optionally where the labels are. */
export interface Manifest {
  views: Record<string, ManifestView>
  labels?: { file: string; name: string }
}

const kinds = ['numeric', 'counts', 'binary', 'categorical']
const keys = ['file', 'variable', 'columns', 'column', 'id', 'kind', 'weight']

/** Reads the text of a manifest: `{"views": {"name": {"file": …}}}`, or the views alone; a view may be just the name of its file. */
export function parseManifest(name: string, text: string): Manifest {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw badFile(name, `is no JSON (${(error as Error).message.slice(0, 120)}), correct it`)
  }
  if (!isRecord(json)) throw badFile(name, 'holds no views, give {"views": {"name": {"file": …}}}')
  const given = isRecord(json.views) ? json.views : json
  const views = Object.fromEntries(Object.entries(given).map(([view, spec]) => [view, parseView(name, view, spec)]))
  if (Object.keys(views).length === 0) throw badFile(name, 'holds no views, give at least one')
  if (!isRecord(json.views) || json.labels === undefined) return { views }
  const { labels } = json
  if (!isRecord(labels) || typeof labels.file !== 'string' || typeof labels.name !== 'string')
    throw badFile(name, 'labels must be {"file": …, "name": …}')
  return { views, labels: { file: labels.file, name: labels.name } }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

function parseView(manifest: string, view: string, spec: unknown): ManifestView {
  const wrong = (message: string) => badFile(manifest, `view "${view}": ${message}`)
  if (typeof spec === 'string') return { file: spec }
  if (!isRecord(spec) || typeof spec.file !== 'string') throw wrong('needs a file, give {"file": …}')
  const unknown = Object.keys(spec).find((key) => !keys.includes(key))
  if (unknown) throw wrong(`has "${unknown}", which means nothing here (known: ${keys.join(', ')})`)
  const columns = spec.columns ?? (spec.column === undefined ? undefined : [spec.column])
  if (
    columns !== undefined &&
    typeof columns !== 'string' &&
    !(Array.isArray(columns) && columns.every((name) => typeof name === 'string'))
  )
    throw wrong('columns must be a prefix or a list of names')
  for (const key of ['variable', 'id'] as const)
    if (spec[key] !== undefined && typeof spec[key] !== 'string') throw wrong(`${key} must be text`)
  if (spec.kind !== undefined && !kinds.includes(spec.kind as string))
    throw wrong(`kind must be one of ${kinds.join(', ')}`)
  if (
    spec.weight !== undefined &&
    !(typeof spec.weight === 'number' && spec.weight >= 0 && Number.isFinite(spec.weight))
  )
    throw wrong('weight must be a number from 0')
  return {
    file: spec.file,
    variable: spec.variable as string | undefined,
    columns: columns as string | string[] | undefined,
    id: spec.id as string | undefined,
    kind: spec.kind as ViewKind | undefined,
    weight: spec.weight as number | undefined,
  }
}

/** What a manifest names in its files, each of which `read` reads once. */
export async function findByManifest(
  manifest: Manifest,
  sources: readonly ByteSource[],
  read: (source: ByteSource, options: SourceOptions) => Promise<Contents>,
): Promise<Findings> {
  const specs = Object.entries(manifest.views)
  const contents = new Map<string, Contents>()
  const texts = new Set([manifest.labels?.name, ...specs.map(([, spec]) => spec.id)])
  const open = async (file: string) => {
    const source =
      sources.find(({ name }) => name === file) ??
      sources.find(({ name }) => name.split(/[\\/]/).pop() === file.split(/[\\/]/).pop())
    if (!source)
      throw new InputError(`file "${file}" is not there`, {
        code: 'no-file',
        argument: 'views.json',
        details: { file },
      })
    const known = contents.get(source.name)
    if (known) return known
    const variables = specs.flatMap(([, spec]) => (spec.file === file && spec.variable ? [spec.variable] : []))
    const found = await read(source, {
      keepText: (name) => texts.has(name),
      views: variables.length > 0 ? variables : undefined,
      labels: manifest.labels?.name,
    })
    contents.set(source.name, found)
    return found
  }
  const all: Findings = { views: [], labels: [], notes: [], warnings: [] }
  for (const [name, spec] of specs) {
    const content = await open(spec.file)
    const found = findViews([content], {
      id: spec.id,
      views: spec.variable ? [spec.variable] : undefined,
      columns: spec.columns ? { [name]: spec.columns } : undefined,
      kinds: spec.kind && spec.columns ? { [name]: spec.kind } : undefined,
    })
    const single = found.views.length === 1
    all.views.push(
      ...found.views.map((view) => ({
        ...view,
        name: single ? name : `${name} ${view.name}`,
        kind: spec.kind ?? view.kind,
        weight: spec.weight,
      })),
    )
    if (!manifest.labels)
      all.labels.push(...found.labels.filter((labels) => !all.labels.some((other) => other.name === labels.name)))
    all.warnings.push(...found.warnings)
  }
  if (manifest.labels) {
    const { name, file } = manifest.labels
    const found = findViews([await open(file)], { labels: name })
    all.labels.push(...found.labels.filter((labels) => labels.name === name))
  }
  return all
}
