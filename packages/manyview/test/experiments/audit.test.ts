import { describe, expect, it } from 'vitest'
import { type AuditedOrder, auditOrder, type NamedAudit, verdictOf } from '../../src/experiments/audit.ts'
import { auditFiles } from '../../src/experiments/audit-files.ts'
import { auditsTable, auditTable } from '../../src/experiments/audit-table.ts'
import type { Contestant } from '../../src/experiments/comparison.ts'
import { agreement, spread } from '../../src/experiments/spread.ts'
import { here, small, smallTruth } from './in-process.ts'

const order = (kind: AuditedOrder['order'], accuracies: number[]): AuditedOrder => ({
  order: kind,
  block: null,
  withStored: [],
  accuracies,
  accuracy: spread(accuracies),
  nmi: spread(accuracies),
  agreement: null,
  collapsed: 0,
  fits: accuracies.length,
  seconds: 1,
  problem: null,
})
const plan = { data: small, samples: 60, truth: smallTruth, clusters: 3, permutations: 4, seed: 0 }
const kmeans: Contestant = { name: 'kmeans', method: 'kmeans', fixed: {} }
/** Reads the order. */
const etlmsc: Contestant = { name: 'etlmsc lambda=0.04', method: 'etlmsc', fixed: { lambda: 0.04 } }

describe('auditOrder(plan, methods)', () => {
  it('fits as stored, sorted, within classes and in random orders, and finds an order-free method free of it', async () => {
    const [audit] = await auditOrder(plan, [kmeans], here)
    expect(audit.orders.map(({ order, accuracies }) => [order, accuracies.length])).toEqual([
      ['stored', 3],
      ['sorted', 3],
      ['within', 3],
      ['shuffled', 4],
    ])
    expect(audit.verdict).toMatch(
      /^The stored order of the file is worth nothing that can be told from chance: 100\.0 % as stored, 100\.0 % shuffled \(100\.0 to 100\.0\)\.$/,
    )
    const files = await auditFiles([audit], auditTable(audit, 'kmeans on small'), 'kmeans on small', { samples: 60 })
    expect(Object.keys(files)).toEqual(['audit.md', 'audit.json', 'audit.svg', 'audit.png'])
    for (const words of ['sorted by class', 'within classes']) expect(files['audit.svg']).toContain(words)
    expect(JSON.parse(files['audit.json'] as string)).toMatchObject({ samples: 60, method: 'kmeans', settings: {} })
  })

  it('compares partitions when there are no labels: as stored, in blocks as long as there are four, shuffled', async () => {
    const [audit] = await auditOrder({ ...plan, truth: null }, [kmeans], here)
    expect(audit.orders.map(({ order, block }) => [order, block])).toEqual([
      ['stored', null],
      ['blocks', 4],
      ['shuffled', null],
    ])
    expect(audit.orders.map(({ withStored }) => withStored.length)).toEqual([3, 9, 12])
    expect(audit.verdict).toMatch(/matters no more than the seed: .* index of 1\.00, .* 1\.00\.$/)
    const { 'audit.svg': svg } = await auditFiles([audit], auditTable(audit, 'kmeans'), 'kmeans', {})
    expect(svg).toContain('samples per shuffled block')
  })

  it('audits several methods in one table and one figure', async () => {
    const audits = await auditOrder(plan, [kmeans, etlmsc], here)
    const table = auditsTable(audits, '2 methods on small')
    expect(table.columns.map(({ title }) => title)).toEqual([
      ...['method', 'stored', 'sorted', 'in classes', 'shuffled', 'seconds'],
    ])
    expect(table.rows.map(([name, stored]) => [name.text, stored.text])).toEqual([
      ['kmeans', '100.0 (0.0)'],
      ['etlmsc lambda=0.04 ▲', '100.0 (0.0)'],
    ])
    expect(table.notes.slice(1)).toEqual(audits.map(({ name, verdict }) => `${name}: ${verdict}`))
    expect(audits[1].verdict).toMatch(/of 100 points of accuracy come from the order of the file/)
    const files = await auditFiles(audits, table, '2 methods on small', { samples: 60 })
    for (const words of ['kmeans', 'etlmsc lambda=0.04', 'within classes']) expect(files['audit.svg']).toContain(words)
    expect(JSON.parse(files['audit.json'] as string).audits.map(({ name }: NamedAudit) => name)).toEqual([
      'kmeans',
      'etlmsc lambda=0.04',
    ])
  })

  it('says without labels how much more of the result stays where neighbours in the file stay together', async () => {
    const [audit] = await auditOrder({ ...plan, truth: null }, [etlmsc], here)
    expect(audit.verdict).toMatch(/^The order of the file decides part of the result: /)
    expect(audit.verdict).toMatch(
      /With the result as stored, shuffled blocks of 4 samples agree to -?0\.\d\d, single samples to -?0\.\d\d/,
    )
  })
})

describe('auditTable(audit)', () => {
  it('says in the row which fits are missing, and below it why where the verdict does not', () => {
    const none = { ...order('sorted', []), accuracy: null, nmi: null, problem: 'out of memory, needs 3 GB' }
    const orders = [order('stored', [1, 1]), none, order('shuffled', [1, 1])]
    const { rows, notes } = auditTable({ orders, verdict: verdictOf(orders), warnings: [] }, 'dstl')
    expect(rows.map((row) => row[2].text)).toEqual(['100.0 (0.0)', 'OM', '100.0 (0.0)'])
    expect(notes.at(-1)).toBe('Missing: sorted by class: out of memory, needs 3 GB.')
  })
})

describe('verdictOf(orders)', () => {
  it('concludes nothing where most fits left clusters empty', () => {
    const fallen = { ...order('shuffled', [0.14, 0.14, 0.5]), collapsed: 2 }
    expect(verdictOf([order('stored', [0.14, 0.14, 0.14]), fallen])).toBe(
      'No verdict: 2 of 3 fits shuffled left clusters empty; try other settings of the method.',
    )
  })

  it('counts the points that come from the order', () => {
    const verdict = verdictOf([order('stored', [1, 1, 1]), order('shuffled', [0.7, 0.74, 0.75])])
    expect(verdict).toBe(
      '27 of 100 points of accuracy come from the order of the file: 100.0 % as stored, 73.0 % shuffled (70.0 to 75.0).',
    )
  })

  it('says when the stored order is no better, or worse, and when sorting would help', () => {
    expect(verdictOf([order('stored', [0.8, 0.82]), order('shuffled', [0.79, 0.81])])).toContain('told from chance')
    expect(verdictOf([order('stored', [0.5, 0.5]), order('shuffled', [0.79, 0.81])])).toContain('costs 30 of 100')
    expect(
      verdictOf([order('stored', [0.5, 0.5]), order('sorted', [0.9, 0.9]), order('shuffled', [0.5, 0.5])]),
    ).toContain('Sorted by class it would be 90.0 %')
  })

  it('does not take the spread of the seeds for an effect of the order', () => {
    expect(verdictOf([order('stored', [0.6, 0.9, 1]), order('shuffled', [0.5, 0.7, 0.9])])).toContain(
      'told from chance',
    )
  })

  it('compares the agreement of orders with that of seeds, without labels', () => {
    const bare = (kind: AuditedOrder['order'], partitions: number[][]): AuditedOrder => ({
      ...order(kind, [1]),
      accuracies: [],
      accuracy: null,
      agreement: agreement(partitions),
    })
    const [same, other] = [
      [0, 0, 1, 1],
      [0, 1, 0, 1],
    ]
    const verdict = verdictOf([bare('stored', [same, same]), bare('shuffled', [same, other])])
    expect(verdict).toMatch(/decides part of the result: .* index of -0\.50, .* 1\.00/)
  })

  it('tells what is left when only the order inside the classes is lost', () => {
    const between = (inside: number[]) =>
      verdictOf([order('stored', [1, 1]), order('within', inside), order('shuffled', [0.5, 0.52])])
    expect(between([0.99, 1])).toMatch(
      /Shuffled within classes it has 99\.5 %: it reads where the classes of the file begin and end, not the order inside them\.$/,
    )
    expect(between([0.7, 0.72])).toMatch(
      /Shuffled within classes it has 71\.0 %: the order inside the classes counts, too\.$/,
    )
    expect(between([0.5, 0.52])).not.toContain('within classes')
    const noisy = verdictOf([order('stored', [0.6, 0.9]), order('within', [0.7, 0.7]), order('shuffled', [0.6, 0.65])])
    expect(noisy).toContain('told from chance')
    expect(noisy).not.toContain('within classes')
  })

  it('gives none where a fit is missing', () => {
    expect(verdictOf([{ ...order('stored', [1]), problem: 'out of memory' }, order('shuffled', [1])])).toBe(
      'No verdict: out of memory.',
    )
  })
})
