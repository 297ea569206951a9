import { describe, expect, it } from 'vitest'
import { type AuditedOrder, auditOrder, verdictOf } from '../../src/experiments/audit.ts'
import { auditFiles } from '../../src/experiments/audit-files.ts'
import { auditTable } from '../../src/experiments/audit-table.ts'
import { agreement, spread } from '../../src/experiments/spread.ts'
import { here, small, smallTruth } from './in-process.ts'

const order = (kind: AuditedOrder['order'], accuracies: number[]): AuditedOrder => ({
  order: kind,
  accuracies,
  accuracy: spread(accuracies),
  nmi: spread(accuracies),
  agreement: null,
  collapsed: 0,
  fits: accuracies.length,
  seconds: 1,
  problem: null,
})
const plan = { data: small, truth: smallTruth, clusters: 3, settings: {}, permutations: 4, seed: 0 }

describe('auditOrder(plan)', () => {
  it('fits as stored, sorted and in random orders, and finds an order-free method free of it', async () => {
    const audit = await auditOrder({ ...plan, method: 'kmeans' }, here)
    expect(audit.orders.map(({ order, accuracies }) => [order, accuracies.length])).toEqual([
      ['stored', 3],
      ['sorted', 3],
      ['shuffled', 4],
    ])
    expect(audit.verdict).toMatch(/worth nothing that can be told from chance: 100\.0 % as stored, 100\.0 % shuffled/)
    const files = await auditFiles(audit, 'kmeans on small', { method: 'kmeans' })
    expect(Object.keys(files)).toEqual(['audit.md', 'audit.json', 'audit.svg', 'audit.png'])
    expect(files['audit.svg']).toContain('sorted by class')
    expect(JSON.parse(files['audit.json'] as string).method).toBe('kmeans')
  })

  it('compares partitions when there are no labels, and leaves the sorted order out', async () => {
    const audit = await auditOrder({ ...plan, truth: null, method: 'kmeans' }, here)
    expect(audit.orders.map(({ order }) => order)).toEqual(['stored', 'shuffled'])
    expect(audit.verdict).toMatch(/matters no more than the seed: .* index of 1\.00, .* 1\.00/)
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

  it('gives none where a fit is missing', () => {
    expect(verdictOf([{ ...order('stored', [1]), problem: 'out of memory' }, order('shuffled', [1])])).toBe(
      'No verdict: out of memory.',
    )
  })
})
