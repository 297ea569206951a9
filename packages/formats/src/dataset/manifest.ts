import { badFile } from '../bytes/bad-file.ts'
import type { ViewKind } from './findings.ts'
import type { SampleAxis } from './to-view.ts'

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
  /** Where the samples are, if the guess is wrong. */
  samples?: SampleAxis
  /** Names of the features, for arrays, which have none. */
  features?: string[]
  /** Ids of the samples, for arrays. */
  ids?: string[]
}

/** What `views.json` says: views by name, and optionally where the labels are. */
export interface Manifest {
  views: Record<string, ManifestView>
  labels?: { file: string; name: string }
}

const kinds = ['numeric', 'counts', 'binary', 'categorical']
const keys = ['file', 'variable', 'columns', 'column', 'id', 'kind', 'weight', 'samples', 'features', 'ids']

/** Reads the text of a manifest: `{"views": {"name": {"file": …}}}`, or the views alone; a view may be just the name of its file. */
export function parseManifest(name: string, text: string): Manifest {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw badFile(name, `is no JSON (${(error as Error).message.slice(0, 120)}), correct it`)
  }
  if (!isRecord(json)) throw badFile(name, 'holds no views, give {"views": {"name": {"file": …}}}')
  const entries = isRecord(json.views) ? json.views : json
  const views = Object.fromEntries(Object.entries(entries).map(([view, spec]) => [view, parseView(name, view, spec)]))
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

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((text) => typeof text === 'string')
}

function parseView(manifest: string, view: string, spec: unknown): ManifestView {
  const wrong = (message: string) => badFile(manifest, `view "${view}": ${message}`)
  if (typeof spec === 'string') return { file: spec }
  if (!isRecord(spec) || typeof spec.file !== 'string') throw wrong('needs a file, give {"file": …}')
  const unknown = Object.keys(spec).find((key) => !keys.includes(key))
  if (unknown) throw wrong(`has "${unknown}", which means nothing here (known: ${keys.join(', ')})`)
  const columns = spec.columns ?? (spec.column === undefined ? undefined : [spec.column])
  if (columns !== undefined && typeof columns !== 'string' && !isTexts(columns))
    throw wrong('columns must be a prefix or a list of names')
  for (const key of ['features', 'ids'] as const)
    if (spec[key] !== undefined && !isTexts(spec[key])) throw wrong(`${key} must be a list of texts`)
  for (const key of ['variable', 'id'] as const)
    if (spec[key] !== undefined && typeof spec[key] !== 'string') throw wrong(`${key} must be text`)
  if (spec.kind !== undefined && !kinds.includes(spec.kind as string))
    throw wrong(`kind must be one of ${kinds.join(', ')}`)
  if (spec.samples !== undefined && spec.samples !== 'rows' && spec.samples !== 'columns')
    throw wrong('samples must be rows or columns')
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
    samples: spec.samples as SampleAxis | undefined,
    features: spec.features as string[] | undefined,
    ids: spec.ids as string[] | undefined,
  }
}
