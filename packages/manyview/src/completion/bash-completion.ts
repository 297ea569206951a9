import type { CommandWords } from './command-words.ts'

/** The completion script of bash; works without the package bash-completion. */
export function bashCompletion(commands: readonly CommandWords[]): string {
  const names = commands.map(({ name }) => name).join(' ')
  return `# Completion of manyview for bash. In ~/.bashrc: eval "$(manyview completion bash)"
_manyview() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}"
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${names} --help --version" -- "$word"))
    return
  fi
  case "$command" in
${commands.map(branch).join('\n')}
  esac
}
complete -o default -o bashdefault -F _manyview manyview
`
}

function branch({ name, flags, words }: CommandWords): string {
  const withValue = flags.filter(({ takesValue }) => takesValue)
  const values = withValue.map(({ names, values: choices }) =>
    choices.length > 0
      ? `        ${names.join('|')}) COMPREPLY=($(compgen -W "${choices.join(' ')}" -- "$word")); return ;;`
      : `        ${names.join('|')}) return ;;`,
  )
  const nospace = withValue.some(({ names }) => names.includes('--set'))
    ? ['        --set) compopt -o nospace 2>/dev/null ;;']
    : []
  return [
    `    ${name})`,
    ...(values.length > 0
      ? [
          ...(nospace.length > 0 ? ['      case "$before" in', ...nospace, '      esac'] : []),
          '      case "$before" in',
          ...values,
          '      esac',
        ]
      : []),
    '      case "$word" in',
    `        -*) COMPREPLY=($(compgen -W "${flags.flatMap(({ names }) => names).join(' ')}" -- "$word")) ;;`,
    ...(words.length > 0 ? [`        *) COMPREPLY=($(compgen -W "${words.join(' ')}" -- "$word")) ;;`] : []),
    '      esac ;;',
  ].join('\n')
}
