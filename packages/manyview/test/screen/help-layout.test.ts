import { describe, expect, it } from 'vitest'
import { createProgram } from '../../src/program.ts'
import { helpNotes } from '../../src/screen/help-layout.ts'
import { Screen } from '../../src/screen/screen.ts'

const nowhere = { write: () => undefined }
const screen = (columns: number) => new Screen({ ...nowhere, columns }, nowhere)
const commands = async (columns: number, words: string[] = ['--help', 'all']) =>
  (await createProgram(screen(columns), new AbortController().signal, words)).commands

describe('the help of every command', () => {
  it.each([40, 60, 80, 100])('has no line of more than %i columns, usage and examples aside', async (columns) => {
    for (const command of [...(await commands(columns)), ...(await commands(columns, []))]) {
      const [, ...lines] = command.helpInformation().split('\n')
      for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(columns)
    }
  })

  it('shows every flag with its description after "--help all", below it where there are few columns', async () => {
    for (const columns of [40, 100])
      for (const command of await commands(columns)) {
        const help = command.helpInformation().replace(/\s+/g, ' ')
        for (const { flags, description } of command.options) expect(help).toContain(`${flags} ${description}`)
      }
  })

  it('of fit shows 18 flags in four groups, and says how to see the others', async () => {
    const fit = (await commands(80, [])).find((command) => command.name() === 'fit')!
    const help = fit.helpInformation()
    expect(help.match(/^ {2}(-\w, )?--(?!help)/gm)).toHaveLength(18)
    expect(help.match(/^[A-Z]\w+:$/gm)).toEqual(['Arguments:', 'Input:', 'Clusters:', 'Output:', 'Computing:'])
    expect(help).toContain(`"manyview fit --help all" shows ${fit.options.length - 18} more flags.`)
  })
})

describe('helpNotes(text, screen)', () => {
  it('wraps sentences and leaves indented lines as they are', () => {
    const example = `  $ manyview fit ${'data.mat '.repeat(6)}--clusters 5`
    const text = `\nOne sentence of words that goes on\nover two lines.\n\nExamples:\n${example}\n`
    expect(helpNotes(text, screen(40))).toBe(
      `\nOne sentence of words that goes on over\ntwo lines.\n\nExamples:\n${example}\n`,
    )
  })
})
