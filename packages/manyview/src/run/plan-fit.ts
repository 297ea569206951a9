import { InputError, type Method } from '@manyview/core'
import type { Clusters, OptionValues } from '@manyview/core/methods'
import { checkOutputs } from '../settings/check-outputs.ts'
import { methodChoice } from '../settings/method-choice.ts'
import { treatedAs } from '../settings/reading.ts'
import { type FitSettings, mergeSettings, readSettings, settingsFile } from '../settings/settings-file.ts'
import type { Places } from '../settings/values.ts'
import { checkWeights } from '../settings/view-weights.ts'
import type { MatrixFormat } from './matrix-files.ts'

/** A fit as it was asked for. */
export interface FitPlan {
  settings: FitSettings
  files: string[]
  clusters: Clusters
  method: Method
  options: OptionValues
  out: Places
  /** True where a report is written. */
  report: boolean
  /** The formats in which memberships and embedding are written. */
  matrices: MatrixFormat[]
  json: boolean
  quiet: boolean
  /** True where the result is printed for people. */
  talk: boolean
}

/** Joins flags and settings file, and refuses everything that can be found wrong before a file is read. */
export async function planFit(files: readonly string[], flags: FitSettings): Promise<FitPlan> {
  const settingsPath = flags.settings ?? settingsFile
  const settings = mergeSettings(
    { ...flags, files: files.length > 0 ? [...files] : undefined },
    readSettings(flags.settings),
  )
  const { out = {}, write = ['report'], json, quiet = false, clusters = 'auto', model, checkpoint } = settings
  const inputPaths = settings.files ?? []
  if (inputPaths.length === 0) fail('file', 'no file is given, for example: manyview fit data.mat --clusters 5')
  if (json !== undefined && out.labels === '-') fail('--out', 'cannot be "-" together with --json, give a file')
  if (settings.write?.length && out.folder === undefined)
    fail('--write', 'needs a folder to write to, add --out FOLDER')
  const { metadata = [], sets = [], embed = [], labels, names } = settings
  await checkOutputs([settingsPath, ...inputPaths, ...metadata, ...sets, ...embed, labels, names], {
    out: out.folder,
    checkpoint: checkpoint?.folder,
    files: [out.labels, model],
  })
  const { method, options } = methodChoice(settings.method, { ...settings.set, ...treatedAs(settings) })
  checkWeights(settings.weight ?? {}, method, settings.set)
  if (settings.stream && !method.blocks)
    fail('--stream', `${method.name} needs its views in memory, use --method consensus or dstl`)
  if (settings.stream && settings.precision === 'single')
    fail('--precision single', 'cannot be used with --stream, leave one of them out')
  if (checkpoint && !method.resumable)
    fail('--checkpoint', `${method.name} cannot continue from a checkpoint, leave the flag out`)
  return {
    settings,
    files: inputPaths,
    clusters,
    method,
    options,
    out,
    report: out.folder !== undefined && write.includes('report'),
    matrices: (['npy', 'parquet'] as const).filter((format) => write.includes(format)),
    json: json !== undefined,
    quiet,
    talk: json === undefined && !quiet && out.labels !== '-',
  }
}

function fail(argument: string, message: string): never {
  throw new InputError(message, { code: 'bad-option', argument })
}
