// Compares the number of clusters that `--clusters auto` chooses with the number of classes of each file.
// npm run bench choose-clusters                    every file, shuffled; writes bench/results/number-of-clusters.md
// npm run bench choose-clusters -- --files HW,NGs  only these; rows of earlier runs stay in bench/results/choose-clusters.json

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Clustering, cluster } from '@manyview/core'
import type { PreparedViews } from '@manyview/core/methods'
import { benchmarkNames, readBenchmark } from './quality/benchmark-files.ts'
import { viewsOf } from './quality/competitors.ts'
import { reordered } from './quality/reordered.ts'

interface Row {
  file: string
  samples: number
  truth: number
  chosen: number
  next: number[]
  byGap: number
  stability: number
  agreement: number
  standsOut: boolean
  /** Processor time of the run, on one thread, over that of the same run without what it takes to choose. */
  cost: number
}

const store = 'bench/results/choose-clusters.json'
const page = 'bench/results/number-of-clusters.md'
const { values: flags } = parseArgs({ options: { files: { type: 'string', default: benchmarkNames.join() } } })
const rows: Row[] = existsSync(store) ? JSON.parse(readFileSync(store, 'utf8')) : []

for (const file of flags.files.split(',')) {
  const benchmark = await readBenchmark(file)
  if (!benchmark) {
    console.log(`${file}: not in MANYVIEW_DATA, left out`)
    continue
  }
  const { input } = reordered(benchmark, 1)
  const { clustering, cost } = await timed(input)
  const { candidates, standsOut } = clustering.choice!
  const [best, ...others] = candidates
  const row: Row = {
    file,
    samples: input.samples,
    truth: benchmark.clusters,
    chosen: clustering.clusters,
    next: others.slice(0, 3).map(({ clusters }) => clusters),
    byGap: candidates.reduce((most, candidate) => (candidate.gap > most.gap ? candidate : most)).clusters,
    stability: best.stability,
    agreement: best.agreement,
    standsOut,
    cost,
  }
  console.log(JSON.stringify(row))
  const place = rows.findIndex((old) => old.file === file)
  if (place >= 0) rows[place] = row
  else rows.push(row)
  rows.sort((a, b) => benchmarkNames.indexOf(a.file) - benchmarkNames.indexOf(b.file))
  mkdirSync('bench/results', { recursive: true })
  writeFileSync(store, `${JSON.stringify(rows, null, 1)}\n`)
}
if (rows.length > 0) writeFileSync(page, text())

/** Chooses and fits; a fit with the number given does the same but for what lies between the graphs and the second look at the order. */
async function timed(input: PreparedViews): Promise<{ clustering: Clustering; cost: number }> {
  const before = process.cpuUsage()
  const spent = () => {
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  let choosing = 0
  let fitting = 0
  const clustering = await cluster(viewsOf(input), {
    clusters: 'auto',
    runtime: { threads: 1 },
    onProgress({ stage }) {
      if (choosing === 0 && (stage === 'eigenvectors' || stage === 'filter')) choosing = spent()
      if (choosing > 0 && stage === 'order') fitting = spent()
    },
  })
  return { clustering: clustering, cost: spent() / (spent() - (fitting - choosing)) }
}

function text(): string {
  const lines = rows.map(
    ({ file, samples, truth, chosen, next, byGap, stability, agreement, standsOut, cost }) =>
      `| ${file} | ${samples} | ${truth} | ${mark(chosen, truth)}${standsOut ? '' : ' ¹'} | ${next.join(', ')} | ${mark(byGap, truth)} | ${stability.toFixed(2)} | ${agreement.toFixed(2)} | ${cost.toFixed(1)} |`,
  )
  return `# The number of clusters, chosen from the data

\`--clusters auto\` on the benchmark files, samples shuffled, seed 0; made by \`npm run bench choose-clusters\`. Bold: as many clusters as classes. The classes are used for this table only;
they need not be what the views show best. *Largest gap* is the number after which the eigenvalues of the fused graph drop most, the common rule of thumb, among the same numbers.
*Cost* is the processor time of the run over that of the same run without what it takes to choose, on one thread.

| file | samples | classes | chosen | next best | largest gap | stability | agreement | cost |
|---|---|---|---|---|---|---|---|---|
${lines.join('\n')}

| rule | exact | within 20 % | mean absolute error |
|---|---|---|---|
${summary('chosen', ({ chosen }) => chosen)}
${summary('largest gap', ({ byGap }) => byGap)}
${rows.some(({ standsOut }) => !standsOut) ? '\n¹ with the warning that no number stands out.\n' : ''}`
}

function mark(number: number, truth: number): string {
  return number === truth ? `**${number}**` : String(number)
}

function summary(name: string, of: (row: Row) => number): string {
  const errors = rows.map((row) => Math.abs(of(row) - row.truth))
  const exact = errors.filter((error) => error === 0).length
  const close = errors.filter((error, i) => error <= 0.2 * rows[i].truth).length
  const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length
  return `| ${name} | ${exact} of ${rows.length} | ${close} of ${rows.length} | ${mean.toFixed(1)} |`
}
