import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { blobs, csv, npy } from './blobs.ts'
import { workplace } from './workplace.ts'

const place = workplace()

const { first, second, labels } = blobs(20, 2)
place.file('good.csv', csv(first))
place.file('short.csv', csv(second.slice(0, 15)))
place.file('nan.csv', csv(first.map((row, i) => (i === 7 ? [row[0], 'NaN', row[2]] : row))))
place.file('lost.csv', csv(first.map((row, i) => (i === 3 ? row.map(() => '') : row))))
const named = (rows: (number | string)[][], prefix = 's') =>
  csv([['id', 'a', 'b', 'c'], ...rows.map((row, i) => [`${prefix}${i}`, ...row])])
place.file('known.csv', named(first))
place.file('part.csv', named(second.slice(0, 15)))
place.file('strangers.csv', named(second, 'other '))
place.file('infinite.npy', npy(first.map((row, i) => (i === 4 ? [row[0], row[1], Infinity] : row))))
place.file('truncated.npy', npy(first).slice(0, 300))
place.file('empty.csv', '')
place.file(
  'noise.mat',
  Uint8Array.from({ length: 3000 }, (_, i) => (i * 7919) % 251),
)
place.file('few-labels.txt', csv(labels.slice(0, 19).map((label) => [label])))
// One more than the samples, which have no ids: as many would be taken by position.
place.file('wrong-ids.csv', csv([['id', 'label'], ...[...labels, 0].map((label, i) => [`x${i}`, label])]))
mkdirSync(place.path('folder'))

/** Arguments after `fit`, and what the one line must say. */
const cases: [what: string, args: string[], message: RegExp][] = [
  [
    'a NaN, with the ways out',
    ['nan.csv', '-k', '2'],
    /nan: has 1 missing value \(NaN\) in 1 sample and 1 feature, the first at sample 7, feature 1; fill them in with --missing mean .* or --missing lowrank/,
  ],
  ['a NaN, named as in the file when shuffled', ['nan.csv', '-k', '2', '--shuffle', '3'], /sample 7, feature 1/],
  [
    'an unknown way to fill in',
    ['nan.csv', '-k', '2', '--missing', 'zero'],
    /--missing: is "zero", give mean or lowrank/,
  ],
  ['an unknown join', ['good.csv', '-k', '2', '--join', 'left'], /--join: is "left", give inner, outer or same/],
  [
    'a sample without any view',
    ['lost.csv', '-k', '2'],
    /views: 1 of 20 samples have no view at all \("3"\), leave them out/,
  ],
  [
    'missing views for a method that needs them all',
    ['known.csv', 'part.csv', '-k', '2', '--join', 'outer', '-m', 'snf'],
    /"snf" needs every view of every sample but 5 of 20 samples lack one, choose consensus/,
  ],
  [
    'an outer join without an id in common',
    ['known.csv', 'strangers.csv', '-k', '2', '--join', 'outer'],
    /known: none of its ids \("s0", "s1", "s2", …\) is found in another view, write ids the same way in all of them/,
  ],
  ['an infinity', ['infinite.npy', '-k', '2'], /view infinite: sample 4, feature 2 is Infinity/],
  ['different numbers of samples', ['good.csv', 'short.csv', '-k', '2'], /(20.*15|15.*20)/],
  ['no clusters', ['good.csv', '-k', '0'], /--clusters: is 0, give a whole number of at least 1/],
  ['half a cluster', ['good.csv', '-k', '2.5'], /--clusters: is 2\.5/],
  ['more clusters than samples', ['good.csv', '-k', '21'], /--clusters: is 21 but there are only 20 samples/],
  ['an unknown label variable', ['good.csv', '-k', '2', '--labels', 'Z'], /Z/],
  ['no label variable to guess', ['good.csv', '-k', '2', '--labels', 'auto'], /--labels: none was found/],
  [
    'too few labels',
    ['good.csv', '-k', '2', '--labels', 'few-labels.txt'],
    /few-labels\.txt: has 19 labels for 20 samples/,
  ],
  [
    'labels of other samples',
    ['good.csv', '-k', '2', '--labels', 'wrong-ids.csv'],
    /wrong-ids\.csv: none of its ids is that of a sample \(columns: id, label\)/,
  ],
  ['a variable that does not exist', ['good.csv', '-k', '2', '--views', 'X'], /"X".*good/],
  [
    'an unknown method',
    ['good.csv', '-k', '2', '-m', 'kmaens'],
    /--method: there is no method "kmaens", did you mean "kmeans"\?/,
  ],
  [
    'an unknown option of a method',
    ['good.csv', '-k', '2', '-m', 'kmeans', '--set', 'restart=3'],
    /did you mean "restarts"\?/,
  ],
  [
    'a bad value of an option',
    ['good.csv', '-k', '2', '-m', 'kmeans', '--set', 'restarts=many'],
    /restarts: is "many"/,
  ],
  ['a setting without a value', ['good.csv', '-k', '2', '--set', 'restarts'], /--set: is "restarts", give name=value/],
  ['a bad seed', ['good.csv', '-k', '2', '--seed', 'x'], /--seed: is "x"/],
  ['a bad orientation', ['good.csv', '-k', '2', '--samples', 'up'], /--samples: is "up", give rows or columns/],
  ['an unknown flag', ['good.csv', '--cluster', '2'], /unknown option '--cluster'.*Did you mean --clusters\?/],
  ['a truncated file', ['truncated.npy', '-k', '2'], /truncated\.npy: /],
  ['a file of noise', ['noise.mat', '-k', '2'], /noise(\.mat)?: /],
  ['an empty file', ['empty.csv', '-k', '2'], /empty\.csv: /],
  ['a missing file', ['none.csv', '-k', '2'], /none\.csv: there is no such file/],
  [
    'an output folder inside a file',
    ['good.csv', '-k', '2', '--out', 'good.csv/out'],
    /good\.csv\/out: a part of the path is a file/,
  ],
  [
    'an output folder that is a file',
    ['good.csv', '-k', '2', '--out', 'few-labels.txt'],
    /few-labels\.txt: is a file, give a folder/,
  ],
]

describe('manyview fit refuses in one line, with status 1 and no file', () => {
  it.each(cases)('%s', async (_, args, message) => {
    const before = readdirSync(place.folder).sort()
    const out = args.includes('--out') ? [] : ['--out', 'never']
    const { code, stdout, stderr } = await place.run('fit', ...args, ...out)
    expect(stderr).toMatch(/^manyview: [^\n]+\n$/)
    expect(stderr).toMatch(message)
    expect(stderr).not.toContain('unexpected problem')
    expect(code).toBe(1)
    expect(stdout === '' || !stdout.includes('written')).toBe(true)
    expect(readdirSync(place.folder).sort()).toEqual(before)
  })

  it('an unwritable folder before any file is read', async () => {
    const { stderr } = await place.run('fit', 'nan.csv', '-k', '2', '--out', 'good.csv/out')
    expect(stderr).toMatch(/a part of the path is a file/)
  })

  it.skipIf(!existsSync('/proc/self'))('a folder that nobody can write to (needs /proc)', async () => {
    const { code, stderr } = await place.run('fit', 'good.csv', '-k', '2', '--out', '/proc/manyview')
    expect(stderr).toMatch(/^manyview: \/proc\/manyview: [^\n]+\n$/)
    expect(code).toBe(1)
  })
})

describe('manyview', () => {
  it('proposes the command that was meant', async () => {
    const { code, stderr } = await place.run('ftt')
    expect(stderr).toMatch(/^manyview: unknown command 'ftt' \(Did you mean fit\?\)\n$/)
    expect(code).toBe(1)
  })

  it('does not let a file name steer the terminal', async () => {
    const { stderr } = await place.run('fit', '\u001b[31mred.csv', '-k', '2')
    expect(stderr).not.toContain('\u001b')
  })
})
