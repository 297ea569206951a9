import { existsSync } from 'node:fs'
import { InputError } from '@manyview/core'
import { readTextFile } from '../files/read-text-file.ts'
import { closestWord } from './closest-word.ts'
import { formerKey } from './flags.ts'
import { type Settings, settingsOf } from './table.ts'
import { display, paths, type Value } from './values.ts'

/** Everything that `fit` can be told, by flags or by a settings file; what is not there is not said. */
export type FitSettings = Settings<'fit'> & { files?: string[] }

/** The file that is read when it lies in the folder where the command runs. */
export const settingsFile = 'manyview.json'

/** The settings of a file, checked: by default those of `manyview.json`, where there is one. */
export function readSettings(path?: string): FitSettings {
  if (path === undefined && !existsSync(settingsFile)) return {}
  const name = path ?? settingsFile
  const fail = (message: string): never => {
    throw new InputError(message, { code: 'settings', argument: name })
  }
  const values: Record<string, Value<unknown>> = { files: paths, ...inFile() }
  const entries = Object.entries(parse(name, fail)).map(([key, raw]) => {
    if (!Object.hasOwn(values, key)) {
      const meant = closestWord(key, Object.keys(values))
      const hint = meant ? `did you mean "${meant}"?` : `there is ${Object.keys(values).join(', ')}`
      return fail(formerKey(key, raw) ?? `there is no setting "${key}", ${hint}`)
    }
    const { what, read } = values[key]
    const value = read(raw)
    return value === undefined ? fail(`${key} is ${display(raw)}, give ${what}`) : [key, value]
  })
  return Object.fromEntries(entries)
}

/** The values that a settings file can have, by name. */
function inFile() {
  const all = Object.entries(settingsOf('fit')).filter(([, { flagOnly }]) => !flagOnly)
  return Object.fromEntries(all.map(([name, { value }]) => [name, value]))
}

function parse(path: string, fail: (message: string) => never): object {
  const text = readTextFile(path)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return fail(`is not JSON (${(error as Error).message})`)
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? value
    : fail('is not an object of settings')
}

/** Flags over settings of a file: flags win, options of the method one by one (only while the method is the same). */
export function mergeSettings(flags: FitSettings, file: FitSettings): FitSettings {
  const fromFlags = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined))
  const sameMethod = flags.method === undefined || flags.method === file.method
  return { ...file, ...fromFlags, set: { ...(sameMethod ? file.set : {}), ...flags.set } }
}
