import { InputError } from '@manyview/core'
import type { Command } from 'commander'
import { bashCompletion } from '../completion/bash-completion.ts'
import { commandWords } from '../completion/command-words.ts'
import { fishCompletion } from '../completion/fish-completion.ts'
import { zshCompletion } from '../completion/zsh-completion.ts'
import { helpNotes } from '../screen/help-layout.ts'
import type { Screen } from '../screen/screen.ts'

const shells = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }

const examples = `
Examples:
  $ eval "$(manyview completion bash)"          in ~/.bashrc
  $ eval "$(manyview completion zsh)"           in ~/.zshrc, after compinit
  $ manyview completion fish > ~/.config/fish/completions/manyview.fish
`

/** `manyview completion`: a script that lets the shell complete commands, flags and methods. */
export function addCompletion(program: Command, screen: Screen): void {
  program
    .command('completion')
    .description('print the completion script of a shell')
    .argument('<shell>', 'bash, zsh or fish')
    .addHelpText('after', helpNotes(examples, screen))
    .action((shell: string) => {
      if (!Object.hasOwn(shells, shell))
        throw new InputError(`is "${shell}", give bash, zsh or fish`, { code: 'bad-option', argument: 'shell' })
      screen.out(shells[shell as keyof typeof shells](commandWords(program)))
    })
}
