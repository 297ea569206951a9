import { describe, expect, it } from 'vitest'
import { type ComparisonPlan, compareMethods } from '../../src/experiments/comparison.ts'
import type { FitOutcome, Job, JobResult } from '../../src/experiments/job.ts'
import { compareByLabels, labelWorthCsv, labelWorthTable } from '../../src/experiments/label-worth.ts'
import { htmlTable } from '../../src/experiments/tables/html-table.ts'
import { latexTable } from '../../src/experiments/tables/latex-table.ts'
import { markdownTable } from '../../src/experiments/tables/markdown-table.ts'
import { here, small, smallTruth } from './in-process.ts'

const plan: ComparisonPlan = {
  data: small,
  truth: smallTruth,
  clusters: 3,
  contestants: ['kmeans', 'etlmsc'].map((name) => ({ name, method: name, fixed: {} })),
  repetitions: 2,
  tuning: 'none',
  seed: 0,
}
const facts = { data: 'small', samples: 60, clusters: 3, tuning: 'none', repetitions: 2, labelled: true } as const

/** Scores that grow with etlmsc's λ, and with the seed. */
const jobs: Job[] = []
async function run(job: Job): Promise<JobResult> {
  jobs.push(job)
  const outcomes = job.settings.map((settings): FitOutcome => {
    const acc = 0.5 + ((settings.lambda as number | undefined) ?? 0) / 2 + job.seed / 10
    return {
      settings,
      scores: { acc, nmi: acc / 2, purity: acc, ari: acc, fscore: acc },
      explained: 0,
      seconds: 1,
      filledClusters: 3,
      iterations: 1,
      converged: true,
      change: null,
      warnings: [],
      labels: smallTruth,
    }
  })
  return { status: 'done', outcomes, peakMemory: 1e6 }
}

describe('compareByLabels(plan, rows)', async () => {
  const blind = await compareMethods(plan, { ...here, run })
  const before = jobs.length
  const seeing = await compareByLabels(plan, blind, { ...here, run })
  const table = labelWorthTable(blind, seeing, facts)

  it('chooses settings by labels where a method has a grid, and runs no other method again', () => {
    expect(new Set(jobs.slice(before).map(({ method }) => method))).toEqual(new Set(['etlmsc']))
    expect(seeing.map(({ settings }) => settings)).toEqual([{}, {}, { lambda: 0.5 }, { lambda: 0.5 }])
    expect(seeing.slice(0, 2)).toEqual(blind.slice(0, 2))
  })

  it('shows what settings and the best run add, in every format', () => {
    const texts = table.rows.map((row) => row.map(({ text }) => text).slice(0, 6))
    expect(texts).toEqual([
      ['kmeans', 'stored', '55.0', '55.0', '60.0', '+5.0'],
      ['kmeans', 'shuffled', '55.0', '55.0', '60.0', '+5.0'],
      ['etlmsc', 'stored', '55.0', '80.0', '85.0', '+30.0'],
      ['etlmsc', 'shuffled', '55.0', '80.0', '85.0', '+30.0'],
    ])
    for (const format of [markdownTable, latexTable, htmlTable]) {
      expect(format(table)).toContain('+30.0')
      expect(format(table)).toContain('ORACLE')
    }
  })

  it('has both choices in the CSV, and the scores of the best run', () => {
    const [head, ...lines] = labelWorthCsv(blind, seeing, facts).trim().split('\n')
    const column = (name: string) => head.split(',').indexOf(name)
    const cells = lines.map((line) => line.split(','))
    expect(cells.map((cell) => cell[column('tuning')])).toEqual([
      ...new Array(4).fill('none'),
      ...new Array(4).fill('oracle (true labels)'),
    ])
    expect(Number(cells[6][column('acc_best_run')])).toBeCloseTo(0.85, 12)
    for (const cell of cells) expect(cell.length).toBe(head.split(',').length)
  })
})
