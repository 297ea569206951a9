import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { associate } from '../../src/metadata/associate.ts'
import type { Association } from '../../src/metadata/association.ts'
import { countTable, fisherTest } from '../../src/metadata/fisher-test.ts'
import { chiSquaredTest } from '../../src/metadata/test-column.ts'
import { adjustPValues } from '../../src/numerics/math/adjust-p-values.ts'
import { chiSquaredTail } from '../../src/numerics/math/chi-squared-tail.ts'

interface Survival {
  statistic: number
  degrees: number
  p: number
  expected: number[]
  medians: (number | null)[]
  means: number[]
  times: number[]
  survival: number[]
  atRisk: number[]
}
interface Table {
  group: number[]
  category: number[]
  value: number[]
  time: number[]
  event: number[]
  pearson: { statistic: number; p: number; small: number }
  fisher: number
  kruskal: { statistic: number; p: number }
  lower: number[]
  survival: Survival
}

/** Made by fixtures.R beside this file. */
const fixture = JSON.parse(readFileSync(new URL('../fixtures/associations.json', import.meta.url), 'utf8')) as Record<
  'p' | 'q' | 'x' | 'degrees' | 'tail',
  number[]
> & { tables: Table[]; kirc: Survival }

/** How far two numbers are apart, relatively. */
const apart = (ours: number, theirs: number) => Math.abs(ours - theirs) / Math.max(Math.abs(theirs), 1e-300)
const furthest = (ours: readonly (number | null)[], theirs: readonly (number | null)[]) => {
  expect(ours.map((value) => value === null)).toEqual(theirs.map((value) => value === null))
  return Math.max(
    ...ours.map((value, i) => (value === null || theirs[i] === 0 ? Math.abs(value ?? 0) : apart(value, theirs[i]!))),
  )
}

function compareSurvival(found: Association, theirs: Survival): void {
  if (found.kind !== 'survival') throw new Error(`is ${found.kind}`)
  expect(found.degrees).toBe(theirs.degrees)
  expect(furthest([found.statistic, found.p], [theirs.statistic, theirs.p])).toBeLessThan(1e-8)
  expect(
    furthest(
      found.curves.map(({ expected }) => expected),
      theirs.expected,
    ),
  ).toBeLessThan(1e-8)
  expect(
    furthest(
      found.curves.map(({ median }) => median),
      theirs.medians,
    ),
  ).toBeLessThan(1e-8)
  expect(
    furthest(
      found.curves.map(({ restrictedMean }) => restrictedMean),
      theirs.means,
    ),
  ).toBeLessThan(1e-8)
  const [first] = found.curves
  expect(first.times).toEqual(theirs.times)
  expect(first.atRisk).toEqual(theirs.atRisk)
  expect(furthest(first.survival, theirs.survival)).toBeLessThan(1e-8)
}

describe('associations agree with R to 1e-8', () => {
  it('in the tail of χ²', () => {
    const ours = fixture.x.map((x, i) => chiSquaredTail(x, fixture.degrees[i]))
    expect(furthest(ours, fixture.tail)).toBeLessThan(1e-10)
  })

  it('in p-values adjusted after Benjamini and Hochberg', () => {
    expect(furthest(adjustPValues(fixture.p), fixture.q)).toBeLessThan(1e-12)
  })

  it.each(fixture.tables.map((table, i) => ({ table, i })))('on generated table $i', ({ table }) => {
    const { group, category, value, time, event } = table
    const counts = group.reduce<number[][]>((all, g, i) => {
      all[g] ??= [0, 0, 0, 0, 0]
      all[g][category[i]]++
      return all
    }, [])
    const pearson = chiSquaredTest(countTable(counts))
    expect(furthest([pearson.statistic, pearson.p], [table.pearson.statistic, table.pearson.p])).toBeLessThan(1e-8)
    expect(pearson.smallCounts).toBe(table.pearson.small)
    const fisher = fisherTest(countTable(counts), 5_000_000)
    expect(fisher.simulated).toBe(false)
    expect(apart(fisher.p, table.fisher)).toBeLessThan(1e-8)

    const { associations } = associate(
      group,
      { category: category.map(String), value, time, event },
      { kinds: { value: 'number' } },
    )
    const of = (column: string) => associations.find((found) => found.column === column)!
    const kruskal = of('value')
    expect(furthest([kruskal.statistic, kruskal.p], [table.kruskal.statistic, table.kruskal.p])).toBeLessThan(1e-8)
    expect(
      kruskal.kind === 'number' &&
        furthest(
          kruskal.clusters.map(({ lower }) => lower),
          table.lower,
        ),
    ).toBeLessThan(1e-8)
    expect(of('category').test.startsWith('Fisher')).toBe(table.pearson.small > 0)
    compareSurvival(of('time, event'), table.survival)
  })

  const folder = process.env.MANYVIEW_DATA ?? fileURLToPath(new URL('../../../../../shared/data', import.meta.url))
  const path = `${folder}/omics/kirc-survival.csv`
  it.skipIf(!existsSync(path))('on the survival of kidney cancer, where the file is there', () => {
    const rows = readFileSync(path, 'utf8').trim().split('\n').slice(1)
    const cells = rows.map((row) => row.split(',').map(Number))
    const labels = rows.map((_, i) => i % 3)
    const metadata = { Survival: cells.map((row) => row[2]), Death: cells.map((row) => row[3]) }
    compareSurvival(associate(labels, metadata).associations[0], fixture.kirc)
  })
})
