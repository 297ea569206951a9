import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { beforeAll, describe, expect, it } from 'vitest'
import { type PrintedSchemas, printedSchemas } from '../../src/json/schemas.ts'
import { blobs, csv } from './blobs.ts'
import { workplace } from './workplace.ts'

const place = workplace()
const { first, second, labels } = blobs(60, 3)
place.file('a.csv', csv(first))
place.file('b.csv', csv(second))
place.file('truth.txt', `${labels.join('\n')}\n`)
place.file('ages.csv', csv([['age'], ...labels.map((label, i) => [20 + 10 * label + (i % 3)])]))
const data = ['a.csv', 'b.csv', '--labels', 'truth.txt']

/** The object that a command prints; it has what its schema says, and nothing else at any depth. */
async function printed(command: keyof PrintedSchemas, ...args: string[]) {
  const { code, stdout } = await place.run(command, ...args)
  expect(code).toBe(0)
  const value = JSON.parse(stdout)
  const schema: v.GenericSchema = printedSchemas[command]
  // Objects leave out the fields that they do not name.
  expect(v.parse(schema, value)).toEqual(value)
  expect(value).toMatchObject({ format: `manyview ${command}`, version: 1 })
  return value
}

describe('what --json prints has its schema', () => {
  beforeAll(async () => {
    expect((await place.run('fit', 'a.csv', 'b.csv', '-k', '3', '--out', 'run', '--model', 'run.model')).code).toBe(0)
  })

  it('of fit, with all that a fit can tell', async () => {
    const all = ['--metadata', 'ages.csv', '--outliers', '5%', '--leave-one-out', '--json', 'labels']
    const value = await printed('fit', ...data, '-k', '2..4', ...all)
    expect(value.labels).toHaveLength(60)
    expect(value.associations).not.toEqual([])
  })

  it('of inspect, assign, cut and score', async () => {
    await printed('inspect', 'a.csv', 'b.csv', '--json')
    await printed('assign', 'run.model', 'a.csv', 'b.csv', '--labels', 'truth.txt', '--json')
    expect((await printed('cut', 'run', '-k', '2', '--json')).sizes).toHaveLength(2)
    await printed('score', 'truth.txt', 'run/labels.csv', '--json')
  })

  it('of methods, compare and audit', async () => {
    await printed('methods', '--json')
    const few = ['-k', '3', '--repetitions', '1', '--methods', 'kmeans,consensus', '--json']
    expect((await printed('compare', ...data, ...few)).rows).toHaveLength(4)
    await printed('audit', ...data, '-k', '3', '-n', '2', '--method', 'kmeans', '--json')
    await printed('audit', ...data, '-k', '3', '-n', '2', '--method', 'kmeans,spectral', '--json')
  })

  it('of report, which prints the clustering.json', async () => {
    const { stdout } = await place.run('report', 'run/clustering.json', '--json')
    expect(JSON.parse(stdout)).toEqual(JSON.parse(readFileSync(place.path('run/clustering.json'), 'utf8')))
  })

  it('of compare only as JSON: another format is refused', async () => {
    const { stderr } = await place.run('compare', ...data, '-k', '3', '--json', '--format', 'csv')
    expect(stderr).toBe('manyview: --json: cannot be used with --format csv, leave one of them out\n')
  })
})
