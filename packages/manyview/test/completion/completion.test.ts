import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allMethods } from '@manyview/rivals'
import { describe, expect, it } from 'vitest'
import { bashCompletion } from '../../src/completion/bash-completion.ts'
import { commandWords } from '../../src/completion/command-words.ts'
import { fishCompletion } from '../../src/completion/fish-completion.ts'
import { zshCompletion } from '../../src/completion/zsh-completion.ts'
import { createProgram } from '../../src/program.ts'
import { Screen } from '../../src/screen/screen.ts'

const silent = { write: () => undefined }
const program = await createProgram(new Screen(silent, silent), new AbortController().signal)
const commands = commandWords(program)
const has = (shell: string) => spawnSync(shell, ['-c', 'exit 0']).status === 0

/** What bash proposes for the last of these words. */
function proposals(...line: string[]): string[] {
  const words = ['manyview', ...line]
  const script = `${bashCompletion(commands)}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _manyview; printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' })
    .split('\n')
    .filter((word) => word !== '')
}

describe('commandWords(program)', () => {
  it('knows every command and every flag', () => {
    expect(commands.map(({ name }) => name)).toEqual(program.commands.map((command) => command.name()))
    for (const command of program.commands) {
      const known = commands.find(({ name }) => name === command.name())!.flags.flatMap(({ names }) => names)
      for (const { long } of command.options) expect(known).toContain(long)
    }
  })
})

describe.skipIf(!has('bash'))('bash (skipped where there is none)', () => {
  it('proposes commands, flags, methods and options', () => {
    expect(proposals('de')).toEqual(['demo'])
    expect(proposals('fit', '--cl')).toEqual(['--clusters'])
    expect(proposals('fit', '--method', 'kmeans-')).toEqual(
      allMethods.map(({ name }) => name).filter((name) => name.startsWith('kmeans-')),
    )
    expect(proposals('fit', 'a.mat', '--set', 'lambda1')).toEqual(['lambda1='])
    expect(proposals('fit', '--samples', '')).toEqual(['rows', 'columns'])
    expect(proposals('completion', '')).toEqual(['bash', 'zsh', 'fish'])
  })

  it('leaves files to the shell', () => {
    expect(proposals('fit', 'da')).toEqual([])
    expect(proposals('fit', '--out', '')).toEqual([])
  })
})

describe('zsh and fish', () => {
  it('have every flag of every command', () => {
    for (const { flags } of commands)
      for (const { names } of flags) {
        expect(zshCompletion(commands)).toContain(`*${names.at(-1)}[`)
        expect(fishCompletion(commands)).toContain(`-l ${names.at(-1)!.slice(2)}`)
      }
  })

  for (const [shell, make] of [['zsh', zshCompletion] as const, ['fish', fishCompletion] as const])
    it.skipIf(!has(shell))(`${shell} reads its script without complaint (skipped where there is none)`, () => {
      const folder = mkdtempSync(join(tmpdir(), 'manyview-'))
      const script = join(folder, `completion.${shell}`)
      writeFileSync(script, make(commands))
      expect(spawnSync(shell, ['-n', script], { encoding: 'utf8' }).stderr).toBe('')
      rmSync(folder, { recursive: true })
    })
})
