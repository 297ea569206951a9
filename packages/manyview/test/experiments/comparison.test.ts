import { describe, expect, it } from 'vitest'
import { type ComparisonPlan, compareMethods, readsOrder } from '../../src/experiments/comparison.ts'
import { comparisonCsv } from '../../src/experiments/comparison-csv.ts'
import { comparisonTable } from '../../src/experiments/comparison-table.ts'
import type { Job, JobResult } from '../../src/experiments/job.ts'
import { runJob } from '../../src/experiments/run-job.ts'
import { problemOf } from '../../src/experiments/run-problem.ts'
import { agreement, spread } from '../../src/experiments/spread.ts'
import { htmlTable } from '../../src/experiments/tables/html-table.ts'
import { latexTable } from '../../src/experiments/tables/latex-table.ts'
import { markdownTable } from '../../src/experiments/tables/markdown-table.ts'
import { textTable } from '../../src/experiments/tables/text-table.ts'
import { here, runHere, small, smallTruth } from './in-process.ts'

const contestant = (name: string, fixed = {}) => ({ name, method: name, fixed })
const plan: ComparisonPlan = {
  data: small,
  truth: smallTruth,
  clusters: 3,
  contestants: [contestant('kmeans'), contestant('dstl', { lambda1: 1 })],
  repetitions: 3,
  tuning: 'none',
  seed: 0,
}
const facts = { data: 'small', samples: 60, clusters: 3, tuning: 'none', repetitions: 3, labelled: true } as const

describe('runJob(job)', () => {
  it('scores labels in the order of the file, whatever order the method saw', async () => {
    const job: Job = { ...plan, method: 'kmeans', settings: [{}], order: { shuffled: 5 }, keep: ['labels', 't-SNE'] }
    const [{ labels, scores, map, explained }] = await runJob(job)
    expect(scores!.acc).toBe(1)
    expect(new Set(labels!.slice(0, 20)).size).toBe(1)
    expect(map!.length).toBe(120)
    expect(explained).toBe(null)
  })

  it('judges settings without labels when there are several', async () => {
    const job: Job = { ...plan, truth: null, method: 'dstl', settings: [{}, { lambda1: 1 }], order: 'stored', keep: [] }
    const outcomes = await runJob(job)
    expect(outcomes.map(({ scores }) => scores)).toEqual([null, null])
    for (const { explained } of outcomes) expect(explained).toBeGreaterThan(0)
  })
})

describe('compareMethods(plan)', () => {
  it('has every method as stored and shuffled, with mean and deviation of all scores', async () => {
    const rows = await compareMethods(plan, here)
    expect(rows.map(({ name, order }) => [name, order])).toEqual([
      ['kmeans', 'stored'],
      ['kmeans', 'shuffled'],
      ['dstl', 'stored'],
      ['dstl', 'shuffled'],
    ])
    for (const row of rows) {
      expect(row.repetitions).toBe(3)
      expect(row.problem).toBe(null)
      expect(Object.keys(row.scores!)).toEqual(['acc', 'nmi', 'purity', 'ari', 'fscore'])
    }
    expect(rows[0].scores!.acc).toEqual({ mean: 1, deviation: 0 })
    expect(rows[2].settings).toEqual({ lambda1: 1 })
  })

  it('sees a fresh permutation in each repetition, and another when it tunes', async () => {
    const seen: Job[] = []
    const run = (job: Job) => {
      seen.push(job)
      return runHere(job)
    }
    const contestants = [contestant('dstl', { lambda2: 0.1 })]
    const rows = await compareMethods({ ...plan, contestants, tuning: 'labels' }, { ...here, run })
    const shuffled = seen.map(({ order }) => JSON.stringify(order)).filter((order) => order !== '"stored"')
    expect(new Set(shuffled).size).toBe(4)
    expect(rows.map(({ grid }) => grid)).toEqual([
      { source: 'published', tried: 10, of: 10 },
      { source: 'published', tried: 10, of: 10 },
    ])
    for (const { settings } of rows) expect(settings.lambda2).toBe(0.1)
  })

  it('leaves the labels out of the choice when tuning is unsupervised', async () => {
    const run = (job: Job): Promise<JobResult> => runHere(job)
    const contestants = [contestant('dstl', { lambda2: 0.1 })]
    const blind = await compareMethods({ ...plan, truth: null, contestants, tuning: 'unsupervised' }, { ...here, run })
    const seeing = await compareMethods({ ...plan, contestants, tuning: 'unsupervised' }, { ...here, run })
    expect(seeing.map(({ settings }) => settings)).toEqual(blind.map(({ settings }) => settings))
    expect(blind[0].scores).toBe(null)
    expect(blind[0].agreement!.ari.mean).toBeGreaterThan(0)
  })

  it('says why a method is missing and goes on with the others', async () => {
    const run = async (job: Job): Promise<JobResult> =>
      job.method === 'dstl'
        ? { status: 'out of memory', message: 'too large', bytes: 3e9, memoryLimit: 1e9 }
        : runHere(job)
    const rows = await compareMethods(plan, { ...here, run })
    expect(rows[0].problem).toBe(null)
    expect(rows[2].problem).toBe('out of memory, needs 3 GB')
    const text = markdownTable(comparisonTable(rows, facts))
    expect(text).toContain('| dstl | stored ▲ | OM |')
    expect(text).toContain('dstl, stored: out of memory, needs 3 GB')
  })

  it('tells of a part of the grid that failed, beside the scores of the runs', async () => {
    const run = async (job: Job): Promise<JobResult> =>
      job.settings.length > 1 ? { status: 'failed', message: 'the process ended (SIGSEGV)', code: null } : runHere(job)
    const contestants = [contestant('dstl', { lambda2: 0.1 })]
    const [row] = await compareMethods({ ...plan, contestants, tuning: 'labels' }, { ...here, run })
    expect(row).toMatchObject({
      problem: 'failed: the process ended (SIGSEGV)',
      repetitions: 3,
      grid: { tried: 0, of: 10 },
    })
    expect(row.scores!.acc.mean).toBeGreaterThan(0)
  })

  it('tells of a failure rather than of a run that took too long', () => {
    const long: JobResult = { status: 'too long', estimate: 7200, timeLimit: 1800, outcomes: [] }
    expect(problemOf([long, { status: 'failed', message: 'no', code: null }])).toBe('failed: no')
    expect(problemOf([long])).toMatch(/^not run: over 30 min/)
  })

  it('says that no run finished, under the scores that labels promise', async () => {
    const run = async (): Promise<JobResult> => ({ status: 'too long', estimate: 7200, timeLimit: 1800, outcomes: [] })
    const rows = await compareMethods(plan, { ...here, run })
    const { caption, columns } = comparisonTable(rows, facts)
    expect(caption).toBe('small: 60 samples, 3 clusters; no run finished')
    expect(columns.map(({ title }) => title)).toContain('ACC')
    expect(comparisonTable(rows, { ...facts, labelled: false }).caption).toBe(caption)
  })
})

describe('the outputs of a comparison', async () => {
  const rows = await compareMethods(plan, here)
  const table = comparisonTable(rows, facts)

  it('say in every format how settings were found, and ORACLE where labels chose them', () => {
    const oracle = comparisonTable(rows, { ...facts, tuning: 'labels' })
    for (const format of [markdownTable, latexTable, htmlTable]) {
      expect(format(oracle)).toContain('ORACLE')
      expect(format(table)).not.toContain('ORACLE')
      expect(format(table)).toContain('published defaults')
    }
    expect(comparisonCsv(rows, 'small', 'labels')).toContain('oracle (true labels)')
  })

  it('mark the best and the second of each order', () => {
    const marks = table.rows.map((row) => row[2].mark)
    expect(marks[0]).toBe('best')
    expect(marks[1]).toBe('best')
    const style = { best: String, second: String, dim: String }
    expect(textTable(table, style).split('\n')[1]).toMatch(/kmeans +stored +100\.0 \(0\.0\)\*/)
    expect(markdownTable(table)).toContain('**100.0 (0.0)**')
    expect(latexTable(table)).toContain('\\textbf{100.0 (0.0)}')
    expect(latexTable(table)).toContain('\\toprule')
    expect(htmlTable(table)).toContain('<strong>100.0 (0.0)</strong>')
  })

  it('have one line a row in CSV, with all digits', () => {
    const [head, ...lines] = comparisonCsv(rows, 'small', 'none').trim().split('\n')
    expect(lines.length).toBe(4)
    const cells = lines[0].split(',')
    expect(cells.length).toBe(head.split(',').length)
    expect(cells.slice(0, 6)).toEqual(['small', 'kmeans', 'stored', 'none', '', '3'])
    expect(Number(cells[6])).toBe(rows[0].scores!.acc.mean)
  })

  it('escape what the formats read otherwise', () => {
    const odd = { ...table, caption: '50 % <a> & b_c|d', columns: [{ title: 'a|b' }], rows: [[{ text: '<b> & $' }]] }
    expect(htmlTable(odd)).toContain('&lt;b&gt; &amp; $')
    expect(latexTable(odd)).toContain('50 \\% <a> \\& b\\_c|d')
    expect(markdownTable(odd)).toContain('| a\\|b |')
  })
})

describe('spread and agreement', () => {
  it('are mean, deviation with n − 1, and the pairs of partitions', () => {
    expect(spread([1, 2, 3])).toEqual({ mean: 2, deviation: 1 })
    expect(spread([4])).toEqual({ mean: 4, deviation: null })
    expect(agreement([[0, 1]])).toBe(null)
    expect(
      agreement([
        [0, 0, 1],
        [1, 1, 0],
        [0, 0, 1],
      ])!.ari,
    ).toEqual({ mean: 1, deviation: 0 })
  })
})

describe('readsOrder(method, settings)', () => {
  it('knows that DSTL without its tensor does not', () => {
    expect(readsOrder('dstl', {})).toBe(true)
    expect(readsOrder('dstl', { variant: 'S' })).toBe(true)
    expect(readsOrder('dstl', { variant: 'T' })).toBe(false)
    expect(readsOrder('kmeans', {})).toBe(false)
  })
})
