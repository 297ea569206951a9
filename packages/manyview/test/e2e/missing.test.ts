import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { blobs, csv } from './blobs.ts'
import { workplace } from './workplace.ts'

const place = workplace()

const { first, second, labels } = blobs(60, 3, 5)
const named = (rows: readonly (readonly (number | string)[])[], keep: (i: number) => boolean) =>
  csv([['id', ...rows[0].map((_, j) => `f${j}`)], ...rows.flatMap((row, i) => (keep(i) ? [[`s${i}`, ...row]] : []))])
place.file(
  'blood.csv',
  named(first, (i) => i % 5 > 0),
)
place.file(
  'scan.csv',
  named(second, (i) => i % 4 > 0 || i % 5 === 0),
)
place.file('truth.csv', csv([['id', 'label'], ...labels.map((label, i) => [`s${i}`, `class ${label}`])]))
const holes = first.map((row, i) => row.map((value, j) => ((i * 5 + j) % 23 === 0 ? '' : value)))
place.file('holes.csv', csv(holes))
place.file('rows.csv', csv(second.map((row, i) => (i % 3 === 0 ? row.map(() => 'NA') : row))))

describe('samples that lack views', () => {
  it('are kept with --join outer, counted on the screen, in the record and in the report', async () => {
    const { code, stdout } = await place.run(
      ...['fit', 'blood.csv', 'scan.csv', '-k', '3', '--join', 'outer'],
      ...['--labels', 'truth.csv', '--out', 'outer'],
    )
    expect(code).toBe(0)
    expect(stdout).toContain('36 of 60 samples have all 2 views')
    expect(stdout).toContain('blood 48 (80 %), scan 48 (80 %)')
    expect(stdout).toMatch(/NMI 1\.0000/)
    const record = JSON.parse(readFileSync(place.path('outer/clustering.json'), 'utf8'))
    expect(record).toMatchObject({ samples: 60, reading: { join: 'outer' } })
    expect(record.coverage).toEqual({
      samples: 60,
      views: [
        { name: 'blood', samples: 48 },
        { name: 'scan', samples: 48 },
      ],
      patterns: [
        { views: ['blood', 'scan'], samples: 36 },
        { views: ['blood'], samples: 12 },
        { views: ['scan'], samples: 12 },
      ],
    })
    const report = readFileSync(place.path('outer/report.html'), 'utf8')
    expect(report).toContain('<h3>Missing views</h3>')
    expect(report).toContain('36 of 60 samples have all 2 views')
  })

  it('are dropped without it, as before', async () => {
    const { stdout } = await place.run('fit', 'blood.csv', 'scan.csv', '-k', '3')
    expect(stdout).toContain('36 samples, 2 views')
    expect(stdout).not.toContain('coverage')
  })

  it('may also be empty rows, in any order of the samples', async () => {
    const run = async (...more: string[]) =>
      JSON.parse(
        (await place.run('fit', 'holes.csv', 'rows.csv', '-k', '3', '--missing', 'mean', '--json', ...more)).stdout,
      )
    const plain = await run()
    expect(plain.coverage.views).toMatchObject([{ samples: 60 }, { samples: 40 }])
    expect((await run('--shuffle', '3')).coverage).toEqual(plain.coverage)
  })

  it('are shown by inspect', async () => {
    const { stdout } = await place.run('inspect', 'blood.csv', 'scan.csv', '--join', 'outer')
    expect(stdout).toContain('36 have blood + scan')
  })
})

describe('missing values', () => {
  it.each(['mean', 'lowrank'])('are filled in by --missing %s, which is said and recorded', async (how) => {
    const { code, stdout } = await place.run('fit', 'holes.csv', '-k', '3', '--missing', how, '--out', how)
    expect(code).toBe(0)
    expect(stdout).toMatch(/14 missing values \(4\.7 %\) filled in/)
    const record = JSON.parse(readFileSync(place.path(`${how}/clustering.json`), 'utf8'))
    expect(record.filled).toMatchObject([{ name: 'holes', values: 14, how }])
    expect(record.reading).toMatchObject({ missing: how })
    if (how === 'lowrank') expect(record.filled[0].error).toBeLessThan(1)
  })
})
