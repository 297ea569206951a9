import type { CommandWords, Flag } from './command-words.ts'

/** The completion script of zsh. */
export function zshCompletion(commands: readonly CommandWords[]): string {
  return `#compdef manyview
# Completion of manyview for zsh. In ~/.zshrc, after compinit: eval "$(manyview completion zsh)"
_manyview() {
  local -a commands
  commands=(
${commands.map(({ name, description }) => `    ${quoted(`${name}:${description}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  case "$words[2]" in
${commands.map(branch).join('\n')}
  esac
}
compdef _manyview manyview
`
}

function branch({ name, flags, words }: CommandWords): string {
  const operands = words.length > 0 ? `*:word:(${words.join(' ')})` : '*:file:_files'
  return [
    `    ${name})`,
    '      shift words; (( CURRENT-- ))',
    '      _arguments \\',
    ...flags.flatMap((flag) => flag.names.map((flagName) => `        ${quoted(argument(flagName, flag))} \\`)),
    `        ${quoted(operands)} ;;`,
  ].join('\n')
}

function argument(name: string, { description, takesValue, values }: Flag): string {
  const text = description.replace(/[[\]:]/g, ' ')
  const value = values.length > 0 ? `:value:(${values.join(' ')})` : ':value:_files'
  return `*${name}[${text}]${takesValue ? value : ''}`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
