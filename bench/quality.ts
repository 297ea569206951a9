// npm run bench:quality                     the table: every file shuffled three ways, the default method with four seeds
// npm run bench:quality -- --sets uneven,cells   the same for 17 cuts of the files with classes of very different size, and for cells
// npm run bench:quality -- --robust         what noise, spoilt samples and a repeated view cost the default method
// --files HW,NGs --seeds 2 --shuffles 1 --methods consensus   for less

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { score } from '@manyview/core'
import { Random } from '@manyview/core/numerics'
import { type Benchmark, benchmarkNames, cellNames, readBenchmark, unevenNames } from './quality/benchmark-files.ts'
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
    robust: { type: 'boolean', default: false },
    sets: { type: 'string', default: 'files' },
    files: { type: 'string' },
    methods: { type: 'string', default: competitors.map(({ name }) => name).join() },
    seeds: { type: 'string', default: '4' },
    shuffles: { type: 'string', default: '3' },
  },
})
const sets: Record<string, readonly string[]> = { files: benchmarkNames, uneven: unevenNames, cells: cellNames }
const files = flags.files?.split(',') ?? flags.sets.split(',').flatMap((set) => sets[set] ?? [])
/** What the classes teach on the same features, by file. */
const ceilings = new Map<string, number>()
const seeds = Number(flags.seeds)
const rows: Row[] = []
const missing: string[] = []

for (const file of files) {
  const benchmark = await readBenchmark(file)
  if (!benchmark) missing.push(file)
  else if (flags.robust) await measureRobustness(benchmark)
  else await measure(benchmark)
  save()
}
if (missing.length > 0) console.log(`left out, not in MANYVIEW_DATA: ${missing.join(', ')}`)
if (rows.length > 0) summarise()

async function measure(benchmark: Benchmark): Promise<void> {
  ceilings.set(benchmark.name, 100 * (await ceiling(benchmark)))
  for (const competitor of competitors.filter(({ name }) => flags.methods.split(',').includes(name))) {
    for (let shuffle = 1; shuffle <= Number(flags.shuffles); shuffle++)
      await add(competitor, reordered(benchmark, shuffle), 0, `shuffle ${shuffle}`)
    if (competitor.name === 'dstl') await add(competitor, reordered(benchmark, 0), 0, 'stored order')
    if (competitor.name.startsWith('consensus'))
      for (let seed = 0; seed < seeds; seed++) await add(competitor, reordered(benchmark, 1), seed, `seed ${seed}`)
    printFile(benchmark.name, competitor.name)
  }
}

async function measureRobustness(benchmark: Benchmark): Promise<void> {
  for (let seed = 0; seed < seeds; seed++) {
    await add(competitors[0], benchmark, seed, 'as it is')
    for (const [name, disturb] of Object.entries(disturbances)) {
      const input = disturb(benchmark.input, new Random(1000 + seed))
      await add(competitors[0], { ...benchmark, input }, seed, name)
    }
  }
  for (const run of ['as it is', ...Object.keys(disturbances)])
    console.log(`${benchmark.name.padEnd(14)}${run.padEnd(36)}${percent(of(benchmark.name, 'consensus', run), 'nmi')}`)
}

async function add(
  competitor: (typeof competitors)[number],
  { name, input, truth, clusters }: Benchmark,
  seed: number,
  run: string,
): Promise<void> {
  const started = performance.now()
  const { labels } = await competitor.cluster(input, clusters, seed)
  const seconds = (performance.now() - started) / 1000
  const { acc, nmi, ari } = score(truth, labels)
  rows.push({ file: name, method: competitor.name, run, acc, nmi, ari, recall: macroRecall(truth, labels), seconds })
}

function of(file: string | null, method: string, run: string): Row[] {
  return rows.filter((row) => (file === null || row.file === file) && row.method === method && row.run.startsWith(run))
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
    const found = of(file, method, run)
    if (found.length === 0) return ''
    const scores = measures.map((m) => `${percent(found, m)} (${percent(found, m, 'worst').trim()})`)
    return `${run} ${scores.join(' ')}   `
  }
  const seconds = mean(of(file, method, '').map((row) => row.seconds))
  console.log(
    `${file.padEnd(14)}${method.padEnd(16)}${line('shuffle')}${line('seed')}${line('stored order')}${seconds.toFixed(1)} s   ceiling ${ceilings.get(file)?.toFixed(1) ?? '–'}`,
  )
}

function summarise(): void {
  console.log('\nmean over the files: ACC NMI ARI macro recall in %')
  if (ceilings.size > 0) console.log(`ceiling: NMI ${mean([...ceilings.values()]).toFixed(1)}`)
  if (flags.robust) {
    const base = 100 * mean(of(null, 'consensus', 'as it is').map((row) => row.nmi))
    for (const run of Object.keys(disturbances)) {
      const nmi = 100 * mean(of(null, 'consensus', run).map((row) => row.nmi))
      console.log(`${run.padEnd(36)} NMI ${nmi.toFixed(2)} (${(nmi - base >= 0 ? '+' : '') + (nmi - base).toFixed(2)})`)
    }
  } else
    for (const method of flags.methods.split(',')) {
      const all = (run: string) => measures.map((m) => percent(of(null, method, run), m)).join('')
      console.log(`${method.padEnd(16)}shuffles${all('shuffle')}`)
      if (!method.startsWith('consensus')) continue
      const runs = Array.from({ length: seeds }, (_, seed) =>
        mean(of(null, method, `seed ${seed}`).map((row) => 100 * row.nmi)),
      )
      const spread = Math.sqrt(mean(runs.map((nmi) => (nmi - mean(runs)) * (nmi - mean(runs)))))
      console.log(
        `${method.padEnd(16)}seeds   ${all('seed')}   NMI by seed ${runs.map((nmi) => nmi.toFixed(2)).join(' ')}, deviation ${spread.toFixed(2)}`,
      )
    }
}

/** Keeps the rows of earlier runs that were not measured again, so that a table can be made piece by piece. */
function save(): void {
  const path = `bench/results/quality${flags.robust ? '-robust' : ''}.json`
  mkdirSync('bench/results', { recursive: true })
  const key = ({ file, method, run }: Row) => `${file} ${method} ${run}`
  const now = new Set(rows.map(key))
  const before: Row[] = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : []
  writeFileSync(path, `${JSON.stringify([...before.filter((row) => !now.has(key(row))), ...rows], null, 1)}\n`)
}
