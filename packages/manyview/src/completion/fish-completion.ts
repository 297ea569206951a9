import type { CommandWords, Flag } from './command-words.ts'

/** The completion script of fish. */
export function fishCompletion(commands: readonly CommandWords[]): string {
  return `# Completion of manyview for fish: manyview completion fish > ~/.config/fish/completions/manyview.fish
${commands
  .map(
    ({ name, description }) => `complete -c manyview -n __fish_use_subcommand -f -a ${name} -d ${quoted(description)}`,
  )
  .join('\n')}
${commands.flatMap(({ name, flags, words }) => [...flags.map((flag) => flagLine(name, flag)), ...wordsLine(name, words)]).join('\n')}
`
}

function flagLine(command: string, { names, description, takesValue, values }: Flag): string {
  const forms = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`)).join(' ')
  const value = takesValue ? (values.length > 0 ? ` -x -a ${quoted(values.join(' '))}` : ' -r') : ''
  return `complete -c manyview -n ${quoted(`__fish_seen_subcommand_from ${command}`)} ${forms}${value} -d ${quoted(description)}`
}

function wordsLine(command: string, words: string[]): string[] {
  if (words.length === 0) return []
  return [
    `complete -c manyview -n ${quoted(`__fish_seen_subcommand_from ${command}`)} -f -a ${quoted(words.join(' '))}`,
  ]
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
