import { csvText } from '@manyview/formats'
import { type ComparisonRow, compareMethods } from '../comparison.ts'
import { significant } from '../comparison-table.ts'
import type { DataRequest, Job } from '../job.ts'
import { type RunAllOptions, runAll } from '../run-all.ts'
import { problemOf, shortProblem } from '../run-problem.ts'
import { plain } from '../tables/table.ts'
import { dstlContestant, type ReproduceScale } from './experiment-plan.ts'
import type { PublishedDataset } from './published-results.ts'
import { paperMethods } from './results-section.ts'
import type { Section } from './section.ts'

/** Seconds and memory of each method on one data set; `generated`: on drawn numbers of the same shape. */
export interface Times {
  published: PublishedDataset
  generated: boolean
  methods: Record<string, { seconds: number | null; peakMemory: number | null; problem: string | null }>
}

/** The times of runs that were made for the results: the mean on the samples as stored. */
export function timesOf(published: PublishedDataset, rows: readonly ComparisonRow[]): Times {
  const stored = rows.filter(({ order }) => order === 'stored')
  return {
    published,
    generated: false,
    methods: Object.fromEntries(
      stored.map(({ method, seconds, peakMemory, problem }) => [
        method,
        { seconds: seconds?.mean ?? null, peakMemory, problem },
      ]),
    ),
  }
}

/** One run of each method, at defaults, on generated data of the set's shape; settings change the time little. */
export async function generatedTimes(
  published: PublishedDataset,
  scale: ReproduceScale,
  options: RunAllOptions,
): Promise<Times> {
  const { samples, features, clusters } = published
  const data: DataRequest = { kind: 'generated', samples, features: [...features], clusters }
  const chosen = scale.quick ? (['dstl'] as const) : paperMethods
  const planned = chosen.map((method) => ({
    job: { data, truth: null, clusters, method, settings: [{}], seed: 0, order: 'stored', keep: [] } satisfies Job,
    group: `${published.name}, ${method}`,
  }))
  const results = await runAll(planned, { ...options, threads: 1 })
  return {
    published,
    generated: true,
    methods: Object.fromEntries(
      chosen.map((method, i) => {
        const result = results[i]
        const done = result.status === 'done'
        const seconds = done ? result.outcomes[0].seconds : null
        return [method, { seconds, peakMemory: done ? result.peakMemory : null, problem: problemOf([result]) }]
      }),
    ),
  }
}

/** Runs of DSTL and, unless quick, of the rivals on a set that is there, for its times alone. */
export async function measuredTimes(
  set: { published: PublishedDataset; data: DataRequest },
  scale: ReproduceScale,
  options: RunAllOptions,
): Promise<Times> {
  const contestants = (scale.quick ? ['dstl'] : paperMethods).map((name) => ({ ...dstlContestant, name, method: name }))
  const rows = await compareMethods(
    {
      data: set.data,
      truth: null,
      clusters: set.published.clusters,
      contestants,
      repetitions: 1,
      tuning: 'none',
      seed: 0,
    },
    { ...options, threads: 1 },
  )
  return timesOf(set.published, rows)
}

/** The paper's table of running times, ours beside each. */
export function timesSection(times: readonly Times[]): Section {
  const generated = times.some((each) => each.generated)
  const problems = times.flatMap(({ published, methods }) =>
    Object.entries(methods)
      .filter(([, { problem }]) => problem)
      .map(([method, { problem }]) => `${published.name}, ${method}: ${problem}`),
  )
  return {
    title: 'Running times',
    text: "Seconds: the paper's (MATLAB R2021a, i5-12400, 16 GB) and ours on this machine, from checked views to labels. OM: out of memory.",
    tables: [
      {
        file: 'times',
        table: {
          caption: 'Running time in seconds, paper → here',
          columns: [{ title: 'data set', left: true }, ...paperMethods.map((title) => ({ title }))],
          rows: times.map(({ published, generated, methods }) => [
            plain(published.name + (generated ? ' †' : '')),
            ...paperMethods.map((method) => {
              const paper = published.methods[method].seconds
              const ours = methods[method]
              const here = ours?.seconds != null ? significant(ours.seconds) : shortOf(ours?.problem ?? null)
              return plain(`${paper ?? 'OM'} → ${here}`)
            }),
          ]),
          notes: [
            ...(generated ? ['† generated data of the same shape, since the set is not in the data folder.'] : []),
            ...(problems.length > 0 ? [`Missing: ${problems.join('; ')}.`] : []),
          ],
        },
      },
    ],
    figures: [],
    csv: {
      'times.csv': csvText([
        ['data', 'generated', 'method', 'seconds_paper', 'seconds', 'peak_memory_bytes', 'problem'],
        ...times.flatMap(({ published, generated, methods }) =>
          Object.entries(methods).map(([method, { seconds, peakMemory, problem }]) => [
            published.name,
            String(generated),
            method,
            published.methods[method].seconds ?? 'OM',
            seconds ?? '',
            peakMemory ?? '',
            problem ?? '',
          ]),
        ),
      ]),
    },
  }
}

function shortOf(problem: string | null): string {
  if (problem === null) return '–'
  return problem.startsWith('not run') ? `> ${problem.replace(/^not run: over |, by .*$/g, '')}` : shortProblem(problem)
}
