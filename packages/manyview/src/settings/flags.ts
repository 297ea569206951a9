import { InputError } from '@manyview/core'
import { type Command, Option } from 'commander'
import { groups, type Setting } from './setting.ts'
import { longFlag, settingsOf } from './table.ts'
import { readFlag } from './values.ts'

/** Adds all flags of a command, group by group. */
export function addFlags(command: Command): Command {
  const settings = Object.values(settingsOf(command.name()))
  for (const group of groups)
    for (const setting of settings) if (setting.group === group) command.addOption(optionOf(setting))
  return command.addHelpOption(new Option('-h, --help', 'show this help').helpGroup('Output:'))
}

/** True for a flag that the short help shows. */
export function isCommon(command: Command, option: Option): boolean {
  const setting = settingsOf(command.name())[option.attributeName()]
  return setting === undefined || setting.common === true
}

function optionOf(setting: Setting): Option {
  const { flag, value, help, group, default: preset } = setting
  const option = new Option(flag, help).helpGroup(`${group}:`)
  if (preset !== undefined) option.default(preset)
  if (option.required || option.optional) {
    const parse = (said: string, before?: unknown) =>
      readFlag(longFlag(setting), value, said, before === preset ? undefined : before)
    option.argParser(parse)
  }
  // What a shell proposes; commander itself would check them against its own message.
  option.argChoices = value.words && [...value.words]
  return option
}

/** Writes the command line that a user would type to run `command` on the files with the flags that were given; `changes` replaces flags by name, undefined leaves one out. */
export function commandLine(
  command: Command,
  files: readonly string[],
  changes: Readonly<Record<string, unknown>> = {},
): string {
  const table = settingsOf(command.name())
  const words = command.options.flatMap((option) => {
    const name = option.attributeName()
    const typedValue = command.getOptionValueSource(name) === 'cli' ? command.getOptionValue(name) : undefined
    const value = name in changes ? changes[name] : typedValue
    const flag = option.long!
    if (value === undefined || option.negate !== (value === false)) return []
    return wordsFor(table[name], value).flatMap((word) => (word === null ? [flag] : [flag, word]))
  })
  return ['manyview', command.name(), ...files, ...words].map(quoted).join(' ')
}

/** What follows the flag of a setting, each time that it is given, where the setting has the value; null where nothing does. */
export function wordsFor(setting: Setting | undefined, value: unknown): (string | null)[] {
  if (typeof value === 'boolean') return value ? [null] : []
  if (Array.isArray(value)) return setting?.value.add ? value.map(String) : [value.join()]
  if (typeof value === 'object') return Object.entries(value!).map(([key, part]) => `${key}=${part}`)
  return [String(value)]
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}

/** Settings that have another form now: what to say in place of each. */
const formerly: Readonly<Record<string, readonly [name: string, value: string]>> = {
  labelsOut: ['out', 'FILE.csv'],
  report: ['write', 'report'],
  noReport: ['write', 'none'],
  format: ['write', 'report,npy'],
  noCache: ['cache', 'none'],
  checkpointMinutes: ['checkpoint', 'FOLDER,MINUTES'],
  resume: ['checkpoint', 'FOLDER'],
  profile: ['json', 'labels'],
  texts: ['kind', 'COLUMN=text'],
  pictures: ['kind', 'COLUMN=picture'],
  survival: ['kind', 'COLUMN=time'],
  metadataKind: ['kind', 'COLUMN=category'],
}

/** The new form of an old flag of a command, such as `--no-report`, as an error; null for a flag that never was. */
export function formerFlag(command: string, flag: string): InputError | null {
  const name = flag.replace(/^--/, '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  if (!Object.hasOwn(formerly, name)) return null
  const [now, value] = formerly[name]
  if (!Object.hasOwn(settingsOf(command), now)) return null
  return new InputError(`is now part of --${now}, give --${now} ${value}`, { code: 'bad-option', argument: flag })
}

/** The new form of an old key of a settings file and its value, in words; null for a key that never was. */
export function formerKey(key: string, raw: unknown): string | null {
  const name = raw === false && key === 'report' ? 'noReport' : key
  if (!Object.hasOwn(formerly, name)) return null
  const [now, value] = formerly[name]
  const [column, kind] = value.split('=')
  const json = kind === undefined ? JSON.stringify(value) : `{ "${column}": "${kind}" }`
  return `"${key}" is now part of "${now}", give "${now}": ${json}`
}
