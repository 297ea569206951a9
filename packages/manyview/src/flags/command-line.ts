import type { Command } from 'commander'
import { each } from './flag-values.ts'

/** Writes the command line that a user would type to run `command` on the files with the flags that were given; `changes` replaces flags by name, undefined leaves one out. */
export function commandLine(
  command: Command,
  files: readonly string[],
  changes: Readonly<Record<string, unknown>> = {},
): string {
  const words = command.options.flatMap((option) => {
    const name = option.attributeName()
    const given = command.getOptionValueSource(name) === 'cli' ? command.getOptionValue(name) : undefined
    const value = name in changes ? changes[name] : given
    const flag = option.long!
    if (value === undefined || option.negate !== (value === false)) return []
    if (typeof value === 'boolean') return [flag]
    if (Array.isArray(value))
      return option.parseArg === (each as unknown) ? value.flatMap((part) => [flag, part]) : [flag, value.join()]
    if (typeof value === 'object') return Object.entries(value!).flatMap(([key, part]) => [flag, `${key}=${part}`])
    return [flag, String(value)]
  })
  return ['manyview', command.name(), ...files, ...words].map(quoted).join(' ')
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
