import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { createProgram } from '../../src/program.ts'
import { Screen } from '../../src/screen/screen.ts'
import { addFlags, commandLine, formerFlag, formerKey } from '../../src/settings/flags.ts'
import { settings, settingsOf } from '../../src/settings/table.ts'

function parsed(...words: string[]): Command {
  return addFlags(new Command('compare').argument('[file...]')).parse(words, { from: 'user' })
}

describe('commandLine(command, files, changes)', () => {
  it('has the files and every flag that was given, in one spelling, and no default', () => {
    const command = parsed(
      '-k3',
      '-m',
      'snf, kmeans',
      '--kind',
      'a=counts',
      '--kind=b=words',
      '--embed',
      'e',
      '--embed',
      'f',
      '-q',
    )
    expect(commandLine(command, ['a.csv', 'b.csv'])).toBe(
      'manyview compare a.csv b.csv --kind a=counts --kind b=words --embed e --embed f --clusters 3 --methods snf,kmeans --quiet',
    )
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

describe('the table of settings', () => {
  it('gives fit at most 35 flags, 18 of them in the short help', () => {
    const all = Object.values(settings.fit)
    expect(all.length).toBeLessThanOrEqual(35)
    expect(Object.values(settingsOf('fit')).filter(({ common }) => common)).toHaveLength(18)
  })

  it('names a setting as commander names its flag, so that flags and manyview.json have one name', async () => {
    const silent = { write: () => undefined }
    const program = await createProgram(new Screen(silent, silent), new AbortController().signal)
    for (const [name, own] of Object.entries(settings)) {
      const command = program.commands.find((one) => one.name() === name)!
      expect(command.options.map((option) => option.attributeName()).sort(), name).toEqual(Object.keys(own).sort())
    }
  })
})

describe('old flags and old keys of manyview.json', () => {
  it.each([
    ['--labels-out', '--labels-out: is now part of --out, give --out FILE.csv'],
    ['--no-report', '--no-report: is now part of --write, give --write none'],
    ['--report', '--report: is now part of --write, give --write report'],
    ['--format', '--format: is now part of --write, give --write report,npy'],
    ['--no-cache', '--no-cache: is now part of --cache, give --cache none'],
    ['--checkpoint-minutes', '--checkpoint-minutes: is now part of --checkpoint, give --checkpoint FOLDER,MINUTES'],
    ['--resume', '--resume: is now part of --checkpoint, give --checkpoint FOLDER'],
    ['--texts', '--texts: is now part of --kind, give --kind COLUMN=text'],
    ['--pictures', '--pictures: is now part of --kind, give --kind COLUMN=picture'],
    ['--survival', '--survival: is now part of --kind, give --kind COLUMN=time'],
    ['--metadata-kind', '--metadata-kind: is now part of --kind, give --kind COLUMN=category'],
  ])('%s names its new form, which fit has', (flag, message) => {
    expect(formerFlag('fit', flag)?.message).toBe(message)
    const [, now] = /give --([\w-]+)/.exec(message)!
    expect(settingsOf('fit')).toHaveProperty(now)
  })

  it('are only those that were, of commands that have the new form', () => {
    expect(formerFlag('fit', '--clusters')).toBeNull()
    expect(formerFlag('studio', '--format')).toBeNull()
  })

  it('of a settings file name the new key with its value', () => {
    expect(formerKey('labelsOut', 'a.csv')).toBe('"labelsOut" is now part of "out", give "out": "FILE.csv"')
    expect(formerKey('texts', ['a'])).toBe('"texts" is now part of "kind", give "kind": { "COLUMN": "text" }')
    expect(formerKey('report', false)).toBe('"report" is now part of "write", give "write": "none"')
    expect(formerKey('clusters', 3)).toBeNull()
  })
})
