import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { commandLine } from '../../src/flags/command-line.ts'
import { each, namedValue, nameList, wholeNumber } from '../../src/flags/flag-values.ts'

function parsed(...words: string[]): Command {
  const command = new Command('compare')
    .argument('[file...]')
    .option('-k, --clusters <k>', '', wholeNumber('--clusters', 1))
    .option('-r, --repetitions <r>', '', wholeNumber('--repetitions', 1), 10)
    .option('-m, --methods <names>', '', nameList)
    .option('--set <option=value>', '', namedValue('--set'))
    .option('--embed <folder>', '', each)
    .option('--cache <folder>', '')
    .option('--no-cache', '')
    .option('-q, --quiet', '')
    .option('-o, --out <folder>', '')
  return command.parse(words, { from: 'user' })
}

describe('commandLine(command, files, changes)', () => {
  it('has the files and every flag that was given, in one spelling, and no default', () => {
    const command = parsed(
      '-k3',
      '-m',
      'snf, kmeans',
      '--set',
      'a=1',
      '--set=b=x=y',
      '--embed',
      'e',
      '--embed',
      'f',
      '-q',
    )
    expect(commandLine(command, ['a.csv', 'b.csv'])).toBe(
      'manyview compare a.csv b.csv --clusters 3 --methods snf,kmeans --set a=1 --set b=x=y --embed e --embed f --quiet',
    )
    expect(commandLine(parsed('--no-cache'), [])).toBe('manyview compare --no-cache')
    expect(commandLine(parsed('--cache', 'c'), [])).toBe('manyview compare --cache c')
  })

  it('changes and leaves out flags by name', () => {
    const command = parsed('-k', '3', '-m', 'snf', '-o', 'results')
    expect(commandLine(command, [], { methods: ['dstl:lambda1=1', 'tbgl'], out: undefined })).toBe(
      'manyview compare --clusters 3 --methods dstl:lambda1=1,tbgl',
    )
  })

  it('quotes what a shell would read otherwise', () => {
    expect(commandLine(parsed('-o', '$HOME'), ["it's mine.csv"])).toBe(
      "manyview compare 'it'\\''s mine.csv' --out '$HOME'",
    )
  })
})
