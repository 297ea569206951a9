import { allMethods } from '@manyview/rivals'
import type { Command, Option } from 'commander'

/** A flag as shells see it. */
export interface Flag {
  /** `--long`, and `-s` where it has a short form. */
  names: string[]
  description: string
  takesValue: boolean
  /** The values to propose; none: files. */
  values: string[]
}

/** A command with its flags and the words that may follow it; no words: files. */
export interface CommandWords {
  name: string
  description: string
  flags: Flag[]
  words: string[]
}

/** What every shell can propose, read from the commands themselves so that nothing is forgotten. */
export function commandWords(program: Command): CommandWords[] {
  const names = program.commands.map((command) => command.name())
  return program.commands.map((command) => ({
    name: command.name(),
    description: command.description(),
    flags: [...command.options.map(flag), { ...noValue, names: ['-h', '--help'], description: 'show this help' }],
    words: wordsAfter(command.name(), names),
  }))
}

const noValue = { takesValue: false, values: [] }

function flag(option: Option): Flag {
  const names = [option.short, option.long].filter((name): name is string => name !== undefined)
  return {
    names,
    description: option.description,
    takesValue: option.required || option.optional,
    values: valuesOf(option),
  }
}

function valuesOf({ long, argChoices = [] }: Option): string[] {
  if (long === '--method') return allMethods.map(({ name }) => name)
  if (long === '--set')
    return [...new Set(allMethods.flatMap(({ options }) => options.map(({ name }) => `${name}=`)))].sort()
  return argChoices
}

function wordsAfter(command: string, commands: string[]): string[] {
  if (command === 'help') return commands
  if (command === 'methods') return allMethods.map(({ name }) => name)
  return command === 'completion' ? ['bash', 'zsh', 'fish'] : []
}
