import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { blobs } from '../e2e/blobs.ts'
import { inThisProcess } from '../in-this-process.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()
const { first, second, labels } = blobs(60, 3)
const write = (name: string, rows: readonly (readonly (string | number)[])[]) => {
  writeFileSync(join(folder, name), `${rows.map((row) => row.join(',')).join('\n')}\n`)
  return join(folder, name)
}
const ids = labels.map((_, i) => `patient ${i}`)
const genes = write('genes.csv', [['id', 'a', 'b', 'c'], ...first.map((row, i) => [ids[i], ...row])])
const proteins = write('proteins.csv', [['id', 'd', 'e', 'f'], ...second.map((row, i) => [ids[i], ...row])])
const clinical = write('other.csv', [
  ['id', 'stage', 'days', 'death', 'site'],
  ...labels.map((label, i) => [ids[i], `stage ${label}`, 10 * label + (i % 9) + 1, i % 4 === 0 ? 0 : 1, 'north']),
])
const named = write('named.csv', [
  ['id', 'time', 'event'],
  ...labels.map((label, i) => [ids[i], 10 * label + (i % 9) + 1, i % 4 === 0 ? 0 : 1]),
])
const fit = (...words: string[]) =>
  inThisProcess(['fit', genes, proteins, '-k', '3', '--method', 'kmeans', '--threads', '1', ...words])

describe('manyview fit --metadata', () => {
  it('tests every column against the clusters, prints it and writes it, and leaves the labels as they are', async () => {
    const survival = ['--metadata', clinical, '--kind', 'days=time', '--kind', 'death=event']
    const printed = await fit(...survival, '--out', join(folder, 'with'), '--write', 'none')
    expect(printed).toMatch(/days, death +log-rank/)
    expect(printed).toMatch(/stage +(Fisher|chi-squared)/)
    expect(printed).toContain('not tested: site (has one value only)')
    await fit('--out', join(folder, 'without'), '--write', 'none')
    const text = (path: string) => readFileSync(join(folder, path), 'utf8')
    expect(text('with/labels.csv')).toBe(text('without/labels.csv'))
    const record = JSON.parse(text('with/clustering.json'))
    expect(record.associations.associations.map(({ column }: { column: string }) => column).sort()).toEqual([
      'days, death',
      'stage',
    ])
    expect(record.reading.kind).toEqual({ days: 'time', death: 'event' })
    expect(record.inputs).toHaveLength(3)
    expect(text('with/associations.csv').split('\n')[0]).toMatch(/^column,kind,test,samples,.*cluster 2$/)
    expect(() => text('without/associations.csv')).toThrow()
  })

  it('warns where a column stands in a view, too', async () => {
    const same = write('same.csv', [['id', 'size'], ...second.map((row, i) => [ids[i], row[1]])])
    expect((await fit('--metadata', same)).replace(/\s+/g, ' ')).toContain(
      'metadata "size" stands in view proteins, too (e)',
    )
  })

  it('takes no column for a time that is said to be a number', async () => {
    const printed = await fit('--metadata', named, '--kind', 'time=number')
    expect(await fit('--metadata', named)).toMatch(/time, event +log-rank/)
    expect(printed).toMatch(/time +Kruskal/)
    expect(printed).not.toContain('log-rank')
  })

  it.each([
    [['--kind', 'days=time'], '--kind: names 1 column of times and 0 columns of events, give one of each'],
    [['--kind', 'days=time', '--kind', 'death=event'], '--kind: there is no metadata'],
    [['--metadata', clinical, '--kind', 'days=time', '--kind', 'died=event'], 'survival: there is no column "died"'],
    [['--metadata', clinical, '--kind', 'grade=number'], 'kinds: there is no column "grade"'],
    [['--metadata', join(folder, 'none.csv')], 'none.csv'],
  ])('refuses %j before the fit', async (words, message) => {
    await expect(fit(...words)).rejects.toThrow(message)
  })
})
