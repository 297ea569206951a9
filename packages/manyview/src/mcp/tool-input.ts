import { InputError } from '@manyview/core'
import { wordsFor } from '../settings/flags.ts'
import type { Setting } from '../settings/setting.ts'
import { longFlag, settingsOf } from '../settings/table.ts'
import { display, type JsonSchema } from '../settings/values.ts'

/** Settings of a command that an agent has no use for. */
const left: readonly string[] = ['format', 'resume']

/** What the table lets an agent say to a command: all about data, clusters and results; how the computer works is for those who started the server. */
export function toolSettings(command: string): Record<string, Setting> {
  const entries = Object.entries(settingsOf(command)).filter(
    ([name, { group, flagOnly, perProcess }]) =>
      group !== 'Computing' && !flagOnly && !perProcess && !left.includes(name),
  )
  return Object.fromEntries(entries)
}

/** The JSON Schema of a tool's arguments: its own, then the settings of the command. */
export function toolSchema(
  command: string,
  own: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
): { type: 'object'; properties: Record<string, object>; required: string[]; additionalProperties: false } {
  const settings = Object.entries(toolSettings(command)).map(([name, { value, help, default: preset }]) => [
    name,
    { ...value.schema, description: help, ...(preset === undefined ? {} : { default: preset }) },
  ])
  const properties = { ...Object.fromEntries(settings), ...own }
  return { type: 'object', properties, required: [...required], additionalProperties: false }
}

/** The flags that say the same as the arguments of a tool; an argument that is no setting, or has a wrong value, gives an InputError. */
export function flagWords(command: string, args: Readonly<Record<string, unknown>>): string[] {
  const settings = toolSettings(command)
  return Object.entries(args).flatMap(([name, raw]) => {
    if (!Object.hasOwn(settings, name))
      throw wrong(name, `is no argument of this tool, there is ${Object.keys(settings).join(', ')}`)
    const setting = settings[name]
    const { what, read } = setting.value
    if (read(raw) === undefined) throw wrong(name, `is ${display(raw)}, give ${what}`)
    const said = name === 'categories' && Array.isArray(raw) ? `use=${raw.join()}` : raw
    const flag = longFlag(setting)
    return wordsFor(setting, said).map((word) => (word === null ? flag : `${flag}=${word}`))
  })
}

/** A path, or several, among the arguments of a tool. */
export function pathsIn(args: Readonly<Record<string, unknown>>, name: string): string[] {
  const raw = args[name]
  const paths = typeof raw === 'string' ? [raw] : raw
  const areTexts = Array.isArray(paths) && paths.length > 0 && paths.every((each) => typeof each === 'string')
  if (!areTexts) throw wrong(name, `is ${raw === undefined ? 'missing' : display(raw)}, give paths`)
  if (paths.some((path) => path === '-' || path === '')) throw wrong(name, 'has a path that names no file, give files')
  return paths
}

/** A whole number among the arguments of a tool. */
export function numberIn(
  args: Readonly<Record<string, unknown>>,
  name: string,
  { preset, most = Number.MAX_SAFE_INTEGER }: { preset?: number; most?: number } = {},
): number {
  const raw = args[name] ?? preset
  const fits = Number.isSafeInteger(raw) && (raw as number) >= 0 && (raw as number) <= most
  if (!fits)
    throw wrong(name, `is ${raw === undefined ? 'missing' : display(raw)}, give a whole number from 0 to ${most}`)
  return raw as number
}

function wrong(argument: string, message: string): InputError {
  return new InputError(message, { code: 'bad-option', argument })
}
