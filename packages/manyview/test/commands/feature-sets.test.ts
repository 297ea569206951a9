import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { printedSchemas } from '../../src/json/schemas.ts'
import { inThisProcess } from '../in-this-process.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()
const samples = 60
const genes = Array.from({ length: 24 }, (_, j) => `G${j}`)
const write = (name: string, lines: readonly string[]) => {
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`)
  return join(folder, name)
}
/** Genes 0 to 7 are high in every third sample, 8 to 15 in the next, 16 to 23 in the one after. */
const rna = write('rna.csv', [
  ['id', ...genes].join(','),
  ...Array.from({ length: samples }, (_, i) =>
    [`cell ${i}`, ...genes.map((_, j) => ((7 * i + 5 * j + i * j) % 11) + (Math.floor(j / 8) === i % 3 ? 20 : 0))].join(
      ',',
    ),
  ),
])
const sets = write('sets.gmt', [
  ['EARLY', 'of a test', ...genes.slice(0, 7)].join('\t'),
  ['MIDDLE', 'of a test', ...genes.slice(9, 16)].join('\t'),
  ['ELSEWHERE', 'of a test', 'CD3D', 'CD3E', 'CD4', 'CD8A', 'CD28'].join('\t'),
])
const fit = (...words: string[]) =>
  inThisProcess(['fit', rna, '-k', '3', '--method', 'kmeans', '--threads', '1', ...words])

describe('manyview fit --sets', () => {
  it.each(['report', 'none'])(
    'tests the sets against each cluster, prints the strongest and writes all (--write %s)',
    async (parts) => {
      const out = join(folder, parts)
      const printed = await fit('--sets', sets, '--out', out, '--write', parts)
      expect(printed).toContain('2 of 3 sets have at least 5 features here')
      expect(printed).toMatch(/EARLY +higher +0\.\d\d +q [\d.e−]+\n/)
      expect(printed).toMatch(/MIDDLE +lower +−0\.\d\d +q /)
      for (const line of printed.split('\n'))
        if (!line.includes(folder)) expect(line.length, line).toBeLessThanOrEqual(80)
      const [head, ...rows] = readFileSync(join(out, 'sets.csv'), 'utf8').trimEnd().split('\n')
      expect(head).toBe('cluster,name,view,set,features,effect,direction,p,q')
      expect(rows).toHaveLength(6)
      // One cluster has the early genes high, and its samples are every third from the first on.
      const early = rows.find((row) => /,EARLY,7,[\d.]+,higher,/.test(row) && Number(row.split(',').at(-1)) < 0.05)
      const labels = readFileSync(join(out, 'labels.csv'), 'utf8').split('\n')
      expect(labels[1].split(',')[1]).toBe(early!.split(',')[0])
      const record = JSON.parse(readFileSync(join(out, 'clustering.json'), 'utf8'))
      expect(record.inputs.map(({ name }: { name: string }) => name)).toEqual([rna, sets])
      expect(record.files).toHaveProperty(['sets.csv'])
    },
  )

  it('takes sets.csv away when the next run in the folder tests none, and leaves the labels as they are', async () => {
    const out = join(folder, 'twice')
    const labels = () => readFileSync(join(out, 'labels.csv'), 'utf8')
    await fit('--sets', sets, '--out', out, '--write', 'none')
    const before = labels()
    await fit('--out', out, '--write', 'none')
    expect(labels()).toBe(before)
    expect(() => readFileSync(join(out, 'sets.csv'))).toThrow()
  })

  it('has them in --json, by name and in the form of its schema', async () => {
    const printed = JSON.parse(await fit('--sets', sets, '--json'))
    expect(v.parse(printedSchemas.fit as v.GenericSchema, printed)).toEqual(printed)
    expect(new Set(printed.sets.map(({ set }: { set: string }) => set))).toEqual(new Set(['EARLY', 'MIDDLE']))
  })

  it('refuses before the fit what could not be tested after it', async () => {
    await expect(fit('--sets', join(folder, 'none.gmt'))).rejects.toThrow('none.gmt: there is no such file')
    await expect(fit('--sets', rna)).rejects.toThrow(/rna\.csv: line 1 has 1 column, give a GMT file/)
    const mouse = write('mouse.gmt', ['MOUSE\tna\tCd3d\tCd3e\tCd4\tCd8a\tCd28'])
    await expect(fit('--sets', mouse)).rejects.toThrow(
      /mouse\.gmt: has no set with at least 5 features.*Cd3d.*G0, G1, G2/,
    )
    mkdirSync(join(folder, 'bare'))
    const bare = write(
      'bare/x.csv',
      Array.from({ length: samples }, (_, i) => `${i % 7},${(i * i) % 11},${i % 5}`),
    )
    await expect(inThisProcess(['fit', bare, '-k', '2', '--sets', sets])).rejects.toThrow(
      'no view has names of its features',
    )
  })
})
