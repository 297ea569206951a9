import type { Command } from 'commander'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { createProgram } from '../../src/program.ts'
import { Screen } from '../../src/screen/screen.ts'
import { type CodeBlock, codeBlocks, pages } from './pages.ts'

const silent = { write: () => undefined }
const program = await createProgram(new Screen(silent, silent), new AbortController().signal)
const blocks = pages().flatMap(codeBlocks)

/** What a page tells the reader to type that the command does not know. */
function unknownWords({ code }: CodeBlock): string[] {
  const lines = code.replaceAll('\\\n', ' ').split('\n')
  return lines.flatMap((line) => {
    const typed = /(?:^|[\s|])(?:npx )?manyview ((?:"[^"]*"|'[^']*'|[^|;&>#])*)/.exec(line)?.[1]
    if (typed === undefined) return []
    const [name = '', ...words] = typed.trim().split(/\s+/)
    if (!/^[a-z]/.test(name)) return []
    const command = program.commands.find((one) => one.name() === name)
    if (!command) return name === 'help' ? [] : [`${line}: there is no command ${name}`]
    return words.filter((word) => isUnknownFlag(command, word)).map((word) => `${line}: there is no flag ${word}`)
  })
}

function isUnknownFlag(command: Command, word: string): boolean {
  const [flag] = word.split('=')
  if (!/^--?[a-z]/i.test(flag) || flag === '--help' || flag === '-h') return false
  return !command.options.some(({ short, long }) => flag === short || flag === long)
}

describe('code in pages', () => {
  it('is there', () => expect(blocks.length).toBeGreaterThan(60))

  it('runs commands that exist, with flags that exist', () => {
    const typed = blocks.filter(({ language }) => ['sh', 'console', 'bash'].includes(language))
    expect(typed.flatMap((block) => unknownWords(block).map((problem) => `${block.path}: ${problem}`))).toEqual([])
  })

  it('of a command that does not exist is seen', () => {
    const code =
      'npx manyview fit a.npy --klusters 5\nmanyview git x\ncat a | npx manyview fit - --clusters 5 --out run > b'
    expect(unknownWords({ path: '', language: 'sh', code })).toEqual([
      'npx manyview fit a.npy --klusters 5: there is no flag --klusters',
      'manyview git x: there is no command git',
    ])
  })

  it('is well-formed: JavaScript, TypeScript and JSON', () => {
    const wrong = blocks.flatMap(({ path, language, code }) => {
      if (language === 'json') return isJson(code) ? [] : [`${path}: ${code}`]
      if (!['js', 'ts'].includes(language)) return []
      const { diagnostics = [] } = ts.transpileModule(code, {
        reportDiagnostics: true,
        compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
      })
      return diagnostics.map(({ messageText }) => `${path}: ${messageText}`)
    })
    expect(wrong).toEqual([])
  })

  it('imports what the packages export', async () => {
    const missing: string[] = []
    for (const { path, language, code } of blocks) {
      if (!['js', 'ts'].includes(language)) continue
      for (const [, names, from] of code.matchAll(/import \{([^}]+)\} from '((?:@manyview\/|manyview)[^']*)'/g)) {
        const known = Object.keys(await import(from))
        for (const name of names.split(',').map((word) => word.trim().split(' as ')[0]))
          if (name !== '' && !name.startsWith('type ') && !known.includes(name))
            missing.push(`${path}: ${name} of ${from}`)
      }
    }
    expect(missing).toEqual([])
  })
})

function isJson(code: string): boolean {
  try {
    JSON.parse(code)
    return true
  } catch {
    return false
  }
}
