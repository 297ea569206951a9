import { existsSync } from 'node:fs'
import { InputError } from '@manyview/core'
import type { Clusters, Outliers } from '@manyview/core/methods'
import { readTextFile } from '../files/read-text-file.ts'
import type { CheckpointSettings } from './checkpoint-flags.ts'
import { closestWord } from './closest-word.ts'
import { parseClusters } from './clusters-flag.ts'
import type { MetadataSettings } from './metadata-flags.ts'
import { parseOutliers } from './outliers-flag.ts'
import type { ReadingSettings } from './reading-flags.ts'

/** Everything that `fit` can be told, by flags or by a settings file; what is not there is not said. */
export interface FitSettings extends ReadingSettings, CheckpointSettings, MetadataSettings {
  files?: string[]
  /** As text where it comes from a file: `auto`, `2..40`. */
  clusters?: Clusters | string
  method?: string
  shuffle?: number
  seed?: number
  set?: Record<string, string | number | boolean>
  weight?: Record<string, string | number>
  /** As text where it comes from a file: `auto`, `2%`. */
  outliers?: Outliers | string
  names?: string
  leaveOneOut?: boolean
  threads?: number
  profile?: boolean
  memory?: number | string
  precision?: string
  device?: string
  stream?: boolean
  out?: string
  labelsOut?: string
  model?: string
  format?: string
  report?: boolean
}

/** The file that is read when it lies in the folder where the command runs. */
export const settingsFile = 'manyview.json'

const isText = (value: unknown) => typeof value === 'string'
const isWhole = (value: unknown) => Number.isSafeInteger(value)
const isRecord = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
const isTextRecord = (value: unknown) => isRecord(value) && Object.values(value as object).every(isText)
const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText)

const isClusters = (value: unknown) => (isText(value) || isWhole(value)) && parseClusters(String(value)) !== null

const expected: Record<keyof FitSettings, [what: string, fits: (value: unknown) => boolean]> = {
  files: ['a list of file names', isTexts],
  clusters: ['a whole number of at least 1, a range such as "2..40", or "auto"', isClusters],
  method: ['the name of a method', isText],
  labels: ['a variable, a file or "auto"', isText],
  samples: ['"rows" or "columns"', isText],
  views: ['a list of variables', isTexts],
  id: ['the name of a column', isText],
  columns: ['an object of view and prefix or list with commas', isTextRecord],
  kind: ['an object of view and kind', isTextRecord],
  categories: ['"use", "use=COLUMN,…" or "ignore"', isText],
  texts: ['a list of columns', isTexts],
  pictures: ['a list of columns', isTexts],
  cache: ['a folder or false', (value) => isText(value) || typeof value === 'boolean'],
  embed: ['a list of folders', isTexts],
  skipBroken: ['true or false', (value) => typeof value === 'boolean'],
  join: ['"inner", "outer" or "same"', isText],
  missing: ['"mean" or "lowrank"', isText],
  metadata: ['a list of file names', isTexts],
  survival: ['two columns, such as "days,death", or "none"', isText],
  metadataKind: ['an object of column and kind', isTextRecord],
  shuffle: ['a whole number', isWhole],
  seed: ['a whole number', isWhole],
  set: ['an object of options', isRecord],
  weight: ['an object of view and weight', isRecord],
  outliers: ['"auto" or a share such as "2%"', (value) => parseOutliers(String(value)) !== null],
  names: ['a file', isText],
  leaveOneOut: ['true or false', (value) => typeof value === 'boolean'],
  threads: ['a whole number of at least 1', (value) => isWhole(value) && (value as number) >= 1],
  profile: ['true or false', (value) => typeof value === 'boolean'],
  memory: ['a number of bytes or text such as "8GB"', (value) => isText(value) || isWhole(value)],
  precision: ['"double", "single" or "relaxed"', isText],
  device: ['"cpu", "gpu" or "auto"', isText],
  stream: ['true or false', (value) => typeof value === 'boolean'],
  out: ['a folder', isText],
  labelsOut: ['a file', isText],
  model: ['a file', isText],
  format: ['"npy" or "parquet"', isText],
  checkpoint: ['a folder', isText],
  checkpointMinutes: ['a number of at least 0', (value) => typeof value === 'number' && value >= 0],
  resume: ['true or false', (value) => typeof value === 'boolean'],
  report: ['true or false', (value) => typeof value === 'boolean'],
}

/** The settings of a file, checked: by default those of `manyview.json`, where there is one. */
export function readSettings(path?: string): FitSettings {
  if (path === undefined && !existsSync(settingsFile)) return {}
  const name = path ?? settingsFile
  const fail = (message: string): never => {
    throw new InputError(message, { code: 'settings', argument: name })
  }
  const settings = parse(name, fail)
  for (const [key, value] of Object.entries(settings)) {
    const known = Object.keys(expected)
    if (!known.includes(key)) {
      const meant = closestWord(key, known)
      fail(`there is no setting "${key}", ${meant ? `did you mean "${meant}"?` : `there is ${known.join(', ')}`}`)
    }
    const [what, fits] = expected[key as keyof FitSettings]
    if (!fits(value)) fail(`${key} is ${shown(value)}, give ${what}`)
  }
  return settings
}

/** A wrong value in a message; of lists and objects only that they are such, for they can be of any length and depth. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' && value !== null ? 'an object' : JSON.stringify(value)
}

function parse(path: string, fail: (message: string) => never): FitSettings {
  const text = readTextFile(path)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return fail(`is not JSON (${(error as Error).message})`)
  }
  if (!isRecord(value)) return fail('is not an object of settings')
  return value as FitSettings
}

/** Flags over settings of a file: flags win, options of the method one by one (only while the method is the same). */
export function mergeSettings(flags: FitSettings, file: FitSettings): FitSettings {
  const given = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined))
  const sameMethod = flags.method === undefined || flags.method === file.method
  return { ...file, ...given, set: { ...(sameMethod ? file.set : {}), ...flags.set } }
}
