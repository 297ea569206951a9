// npm run bench:quality                     all sets: 15 files, 17 cuts of them with classes of very different size, cells, views given as principal scores, samples that lack views, and what noise, spoilt samples and a repeated view cost
// npm run bench:quality -- --sets files,uneven --files HW,NGs --seeds 2 --shuffles 1 --methods consensus   for less
// Every file is shuffled, for others than the default method three ways; that one gets four seeds, since the order of the samples does not change it.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { score } from '@manyview/core'
import { Random } from '@manyview/core/numerics'
import { removeOneView } from './missing/remove-pairs.ts'
import { type Benchmark, namesOf, readBenchmark } from './quality/benchmark-files.ts'
import { ceiling } from './quality/ceiling.ts'
import { competitors } from './quality/competitors.ts'
import { disturbances } from './quality/disturbed.ts'
import { macroRecall } from './quality/macro-recall.ts'
import { reordered } from './quality/reordered.ts'

interface Row {
  file: string
  method: string
  run: string
  acc: number
  nmi: number
  ari: number
  /** Mean over the classes of the share that was found. */
  recall: number
  seconds: number
}

const measures = ['acc', 'nmi', 'ari', 'recall'] as const
type Measure = (typeof measures)[number]

const { values: flags } = parseArgs({
  options: {
    sets: { type: 'string', default: 'files,uneven,cells,scores,lacking,robust' },
    files: { type: 'string' },
    methods: { type: 'string', default: competitors.map(({ name }) => name).join() },
    seeds: { type: 'string', default: '4' },
    shuffles: { type: 'string', default: '3' },
  },
})
/** What the classes teach on the same features, by file. */
const ceilings = new Map<string, number>()
const seeds = Number(flags.seeds)
const path = 'bench/results/quality.json'
/** Rows of earlier runs stay until they are measured again, so that a table can be made piece by piece. */
const rows: Row[] = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : []

for (const set of flags.sets.split(',')) {
  const robust = set === 'robust'
  const measured: string[] = []
  const all = namesOf(robust ? 'files' : set)
  for (const file of flags.files ? all.filter((name) => flags.files!.split(',').includes(name)) : all) {
    const benchmark = await readBenchmark(file)
    if (!benchmark) {
      console.log(`left out, not in MANYVIEW_DATA: ${file}`)
      continue
    }
    measured.push(file)
    await (robust ? measureRobustness(benchmark) : measure(benchmark))
  }
  if (measured.length > 0) console.log(robust ? robustness(measured) : summary(set, measured))
}

async function measure(benchmark: Benchmark): Promise<void> {
  ceilings.set(benchmark.name, 100 * (await ceiling(benchmark)))
  for (const competitor of competitors.filter(({ name }) => flags.methods.split(',').includes(name))) {
    // No other takes samples that lack views.
    if (benchmark.lacking > 0 && competitor !== competitors[0]) continue
    const orderFree = competitor.name.startsWith('consensus')
    if (orderFree)
      for (let seed = 0; seed < seeds; seed++) await add(competitor, reordered(benchmark, 1), seed, `seed ${seed}`)
    else
      for (let shuffle = 1; shuffle <= Number(flags.shuffles); shuffle++)
        await add(competitor, reordered(benchmark, shuffle), 0, `shuffle ${shuffle}`)
    if (competitor.name.startsWith('dstl')) await add(competitor, reordered(benchmark, 0), 0, 'stored order')
    printFile(benchmark.name, competitor.name)
  }
}

async function measureRobustness(benchmark: Benchmark): Promise<void> {
  for (let seed = 0; seed < seeds; seed++) {
    await add(competitors[0], benchmark, seed, `as it is, seed ${seed}`)
    for (const [name, disturb] of Object.entries(disturbances)) {
      const input = disturb(benchmark.input, new Random(1000 + seed))
      await add(competitors[0], { ...benchmark, input }, seed, `${name}, seed ${seed}`)
    }
  }
  for (const run of ['as it is', ...Object.keys(disturbances)])
    console.log(
      `${benchmark.name.padEnd(14)}${run.padEnd(36)}${percent(of([benchmark.name], 'consensus', run), 'nmi')}`,
    )
}

async function add(
  competitor: (typeof competitors)[number],
  { name, input, truth, clusters, lacking }: Benchmark,
  seed: number,
  run: string,
): Promise<void> {
  const started = performance.now()
  const given = lacking > 0 ? removeOneView(input, lacking, new Random(1000 + seed)) : input
  const { labels } = await competitor.cluster(given, clusters, seed)
  const seconds = (performance.now() - started) / 1000
  const { acc, nmi, ari } = score(truth, labels)
  const row = { file: name, method: competitor.name, run, acc, nmi, ari, recall: macroRecall(truth, labels), seconds }
  const same = (other: Row) => other.file === name && other.method === row.method && other.run === run
  rows.splice(0, rows.length, ...rows.filter((other) => !same(other)), row)
  mkdirSync('bench/results', { recursive: true })
  writeFileSync(path, `${JSON.stringify(rows, null, 1)}\n`)
}

function of(files: readonly string[], method: string, run: string): Row[] {
  return rows.filter((row) => files.includes(row.file) && row.method === method && isRunOf(row.run, run))
}

/** True for a run and for all of a kind (`seed` for `seed 1`); further seeds that an earlier call left in the file do not count. */
function isRunOf(run: string, wanted: string): boolean {
  const seed = Number(/seed (\d+)$/.exec(run)?.[1] ?? 0)
  return seed < seeds && new RegExp(`^${wanted}\\b`).test(run)
}

function percent(found: Row[], measure: Measure, how: 'mean' | 'worst' = 'mean'): string {
  const values = found.map((row) => 100 * row[measure])
  const value = how === 'worst' ? Math.min(...values) : mean(values)
  return value.toFixed(1).padStart(6)
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function printFile(file: string, method: string): void {
  const line = (run: string) => {
    const found = of([file], method, run)
    if (found.length === 0) return ''
    const scores = measures.map((m) => `${percent(found, m)} (${percent(found, m, 'worst').trim()})`)
    return `${run} ${scores.join(' ')}   `
  }
  const seconds = mean(of([file], method, '').map((row) => row.seconds))
  console.log(
    `${file.padEnd(14)}${method.padEnd(16)}${line('shuffle')}${line('seed')}${line('stored order')}${seconds.toFixed(1)} s   ceiling ${ceilings.get(file)?.toFixed(1) ?? '–'}`,
  )
}

function summary(set: string, files: readonly string[]): string {
  const told = mean(files.map((file) => ceilings.get(file)!))
  const lines = [`\n${set}, mean of ${files.length}: ACC NMI ARI macro recall in %, ceiling of NMI ${told.toFixed(1)}`]
  for (const method of flags.methods.split(',')) {
    const all = (run: string) => measures.map((m) => percent(of(files, method, run), m)).join('')
    if (!method.startsWith('consensus')) {
      if (set !== 'lacking') lines.push(`${method.padEnd(16)}shuffles${all('shuffle')}`)
      continue
    }
    const runs = Array.from({ length: seeds }, (_, seed) =>
      mean(of(files, method, `seed ${seed}`).map((row) => 100 * row.nmi)),
    )
    const spread = Math.sqrt(mean(runs.map((nmi) => (nmi - mean(runs)) * (nmi - mean(runs)))))
    lines.push(
      `${method.padEnd(16)}seeds   ${all('seed')}   NMI by seed ${runs.map((nmi) => nmi.toFixed(2)).join(' ')}, deviation ${spread.toFixed(2)}`,
    )
  }
  return `${lines.join('\n')}\n`
}

function robustness(files: readonly string[]): string {
  const nmi = (run: string) => 100 * mean(of(files, 'consensus', run).map((row) => row.nmi))
  const base = nmi('as it is')
  const lines = Object.keys(disturbances).map((run) => {
    const change = nmi(run) - base
    return `${run.padEnd(36)} NMI ${nmi(run).toFixed(2)} (${change >= 0 ? '+' : ''}${change.toFixed(2)})`
  })
  return [`\nrobustness, mean of ${files.length}: as it is ${base.toFixed(2)}`, ...lines, ''].join('\n')
}
