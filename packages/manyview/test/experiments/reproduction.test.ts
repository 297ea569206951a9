import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ablationSection } from '../../src/experiments/reproduction/ablation-section.ts'
import { convergenceSection } from '../../src/experiments/reproduction/convergence-section.ts'
import { findDataSets } from '../../src/experiments/reproduction/find-data-sets.ts'
import { mapSection } from '../../src/experiments/reproduction/map-section.ts'
import { missingSection } from '../../src/experiments/reproduction/missing-section.ts'
import { publishedResults } from '../../src/experiments/reproduction/published-results.ts'
import { reproduce } from '../../src/experiments/reproduction/reproduce.ts'
import { sensitivitySection } from '../../src/experiments/reproduction/sensitivity-section.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { here, small, smallTruth } from './in-process.ts'

const empty = temporaryFolder()
const real = process.env.MANYVIEW_DATA ?? '../shared/data'

const set = {
  published: { ...publishedResults[0], name: 'small', samples: 60, clusters: 3, features: [40, 30] },
  data: small,
  truth: smallTruth,
}
const scale = { repetitions: 1, quick: true, tuneRivals: false }

describe('publishedResults', () => {
  it('has nine data sets and nine methods, with the figures of the paper', () => {
    expect(publishedResults.map(({ name }) => name)).toEqual([
      'NGs',
      'BBCSport',
      'HW',
      'Scene15',
      'MITIndoor',
      'CCV',
      'Caltech101-all',
      'Animal',
      'NUSWIDEOBJ',
    ])
    for (const { methods } of publishedResults) expect(Object.keys(methods).length).toBe(9)
    const find = (name: string) => publishedResults.find((each) => each.name === name)!
    expect(find('CCV').methods.dstl.scores![0]).toEqual([72.01, 1.62])
    expect(find('CCV').methods.dstl.seconds).toBe(1.65)
    expect(find('HW').methods['t-svd-msc'].scores![4]).toEqual([90.12, 0.1])
    expect(find('Animal').methods.tbgl).toEqual({ scores: null, seconds: null })
    for (const { methods } of publishedResults)
      for (const { scores } of Object.values(methods))
        for (const [mean, deviation] of scores ?? []) {
          expect(mean).toBeGreaterThan(0)
          expect(mean).toBeLessThanOrEqual(100)
          expect(deviation).toBeGreaterThanOrEqual(0)
        }
  })
})

describe('findDataSets(folder)', () => {
  it('names every set that is not there', async () => {
    const found = await findDataSets(empty)
    expect(found.length).toBe(9)
    for (const { file, why } of found) expect([file, why]).toEqual([null, 'not in the folder'])
    await expect(findDataSets(join(empty, 'nowhere'))).rejects.toThrow('no such file or folder')
  })

  it.skipIf(!existsSync(real))(
    `takes a file by name and shape${existsSync(real) ? '' : ` (skipped: no folder ${real}, set MANYVIEW_DATA)`}`,
    async () => {
      const found = await findDataSets(real)
      expect(found.filter(({ file }) => file).map(({ published }) => published.name)).toEqual([
        'NGs',
        'BBCSport',
        'HW',
        'CCV',
      ])
      expect(found[3].why).toContain('Scene-15.mat has another shape (4485 samples, 20 + 59 + 40 features)')
    },
  )
})

describe('reproduce(options)', () => {
  it('measures times on generated data of the same shape where a set is missing, and marks them', async () => {
    const parts = ['tables', 'times', 'ablation'] as const
    const { files } = await reproduce({ folder: empty, parts, only: ['ccv'], ...scale, run: here })
    expect(Object.keys(files)).toEqual(['report.html', 'report.md', 'times.csv'])
    expect(files['report.md']).toContain('CCV should have 6773 samples, 20 + 20 + 20 features.')
    expect(files['report.md']).toMatch(/\| CCV † \|.* 1\.65 → [\d.]+ \|/)
    expect(files['times.csv']).toMatch(/^CCV,true,dstl,1\.65,[\d.]+,1000000,$/m)
    expect(files['report.html']).toContain('generated data of the same shape')
  })

  it('draws surfaces, curves, maps and bars in both orders', async () => {
    const sections = [
      await sensitivitySection([set], scale, here),
      await convergenceSection([set], scale, here),
      await mapSection([set], scale, here),
      await ablationSection([set], scale, here),
    ]
    expect(sections.map(({ figures }) => figures.length)).toEqual([4, 2, 4, 1])
    for (const { text, figures } of sections) {
      expect(text).toContain('ORACLE')
      for (const { page, paper } of figures) {
        expect(page).toMatch(/^<svg /)
        expect(paper).toContain('<rect width="100%"')
      }
    }
    expect(sections[0].csv['lambda12-small-stored.csv'].trim().split('\n').length).toBe(7)
    expect(sections[1].csv['convergence-small-shuffled.csv'].trim().split('\n').length).toBe(7)
    expect(sections[3].tables[0].table.rows.length).toBe(8)
  })

  it('takes views away in both orders from four methods, and says what labels chose and how many pairs are gone', async () => {
    const { text, tables, figures, csv } = await missingSection([set], scale, here)
    expect(text).toContain('ORACLE')
    const { columns, rows, notes } = tables[0].table
    expect(columns.map(({ title }) => title)).toEqual([
      ...['method', 'samples', 'complete', '10 %', '30 %', '50 %', '70 %'],
    ])
    expect(rows.map(([method, order]) => `${method.text} ${order.text}`)).toEqual(
      ['dstl ▲', 'ascr ▲', 'consensus', 'kmeans'].flatMap((name) => [`${name} stored`, `${name} shuffled`]),
    )
    // The classes are clear, so that a method without the order finds them as long as most views are there.
    for (const row of rows.slice(4))
      for (const { text: cell } of row.slice(2, 5)) expect(parseFloat(cell)).toBeGreaterThan(90)
    // Two views: of 70 % one half of 49 % stays.
    expect(notes.join(' ')).toContain('9.5, 25.5, 37.5, 45.5 % of all pairs are gone')
    expect(notes.join(' ')).toMatch(/chosen with the labels: dstl: lambda1=\S+ lambda2=\S+; ascr: alpha=\d+/)
    expect(figures[0].page).toMatch(/^<svg /)
    expect(csv['missing-small.csv'].trim().split('\n').length).toBe(1 + 4 * 2 * 5)
  })
})
