import { sha256 } from '../files/sha256.ts'

/** A file of a checkpoint. */
export interface PartFile {
  file: string
  sha256: string
}

/** What `checkpoint.json` says: it is written last, so that all that it names is there. */
export interface Manifest {
  format: 'manyview checkpoint'
  version: 2
  task: string
  iteration: number
  samples: number
  columns: number
  /** Rows begin … end − 1: a file of `columns` doubles per row, and one per sparse matrix. */
  rows: (PartFile & { begin: number; end: number; lists: PartFile[] })[]
  /** Columns of each sparse matrix. */
  lists: number[]
  /** What all ranks have alike, and how many doubles of it belong to each name. */
  shared: PartFile & { lengths: [string, number][] }
}

/** Its text, which carries its own checksum. */
export function manifestText(manifest: Manifest): string {
  const text = JSON.stringify(manifest)
  return JSON.stringify({ manifest, sha256: sha256(text) })
}

/** The manifest of a text; null where it is damaged or no such text, `newer` where another version wrote it. */
export function parseManifest(text: string): Manifest | 'newer' | null {
  let manifest: Manifest | undefined
  try {
    const value: { manifest?: Manifest; sha256?: unknown } | null = JSON.parse(text)
    // What is nested too deep can be parsed but not written again.
    if (value?.sha256 === sha256(JSON.stringify(value?.manifest ?? null))) manifest = value.manifest
  } catch {
    return null
  }
  if (!isObject(manifest)) return null
  if (manifest.format !== 'manyview checkpoint') return null
  if (manifest.version !== 2) return 'newer'
  return isManifest(manifest) ? manifest : null
}

/** Every file that a manifest names. */
export function filesOf({ rows, shared }: Manifest): string[] {
  return [shared.file, ...rows.flatMap(({ file, lists }) => [file, ...lists.map((list) => list.file)])]
}

function isManifest({ task, iteration, samples, columns, rows, lists, shared }: Manifest): boolean {
  if (typeof task !== 'string' || ![iteration, samples, columns].every(isCount)) return false
  if (!Array.isArray(lists) || !lists.every(isCount) || !Array.isArray(rows) || !isPart(shared)) return false
  let at = 0
  for (const part of rows) {
    if (!isPart(part) || part.begin !== at || !isCount(part.end) || part.end < at) return false
    if (!Array.isArray(part.lists) || part.lists.length !== lists.length || !part.lists.every(isPart)) return false
    at = part.end
  }
  const hasLengths = Array.isArray(shared.lengths) && shared.lengths.every(isLength)
  return hasLengths && at === samples
}

function isLength(pair: unknown): boolean {
  return Array.isArray(pair) && typeof pair[0] === 'string' && isCount(pair[1])
}

/** Only plain names: a checkpoint never leads out of its folder. */
function isPart(part: unknown): part is PartFile {
  return isObject(part) && isPlainName(part.file) && typeof part.sha256 === 'string'
}

/** True for the names that checkpoints give their files. */
export function isPlainName(name: unknown): name is string {
  return typeof name === 'string' && /^(rows|shared)-[\w-]{1,100}\.f64$/.test(name)
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
