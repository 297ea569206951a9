// Compares the confidence of samples with how many of them are right, and checks that noise gets a warning.
// npm run bench confidence                       every file, shuffled, the default method; draws bench/results/confidence.svg when all files are there
// npm run bench confidence -- --files HW --noise only these files, and only the noise made of each

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Random } from '@manyview/core/numerics'
import { calibrationFigure } from './confidence/calibration-figure.ts'
import { type Judged, judge } from './confidence/judge.ts'
import { noiseOf } from './confidence/noise-of.ts'
import { benchmarkNames, readBenchmark } from './quality/benchmark-files.ts'
import { runMethod } from './quality/competitors.ts'
import { reordered } from './quality/reordered.ts'

/** What is measured of one file, and kept so that the figure can be made piece by piece. */
interface Row extends Judged {
  file: string
  warnings: string[]
  /** By kind of noise: whether the fit said that the views do not support the clusters. */
  noise?: Record<string, boolean>
}

/** Noise is made of at most this many samples of a file. */
const mostNoise = 1500
const path = 'bench/results/confidence.json'

const { values: flags } = parseArgs({
  options: { files: { type: 'string', default: benchmarkNames.join() }, noise: { type: 'boolean', default: false } },
})
const rows: Record<string, Row> = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}

for (const file of flags.files.split(',')) {
  const benchmark = await readBenchmark(file)
  if (!benchmark) {
    console.log(`left out, not in MANYVIEW_DATA: ${file}`)
    continue
  }
  const shuffled = reordered(benchmark, 1)
  if (!flags.noise) {
    const { labels, confidence, warnings } = await runMethod('consensus', shuffled.input, shuffled.clusters, 0)
    rows[file] = { ...rows[file], file, ...judge(shuffled.truth, labels, confidence!), warnings }
  }
  const noise: Record<string, boolean> = {}
  for (const [kind, make] of Object.entries(noiseOf)) {
    const input = make(shuffled.input, mostNoise, new Random(2))
    // The check looks at the views, not at the partition, so the fast way tells as much.
    const clustering = await runMethod('consensus', input, shuffled.clusters, 0, { effort: 'fast' })
    noise[kind] = clustering.warnings.some((warning) => /^the views? may not support/.test(warning))
  }
  rows[file] = { ...rows[file], file, noise }
  print(rows[file])
  mkdirSync('bench/results', { recursive: true })
  writeFileSync(path, `${JSON.stringify(rows, null, 1)}\n`)
}
await summarise()

function print({ file, accuracy, surer, lessSure, confidence, noise, warnings }: Row): void {
  const parts = [accuracy, surer, lessSure].map((share) => percentOf(share).padStart(6))
  const called = Object.entries(noise ?? {}).map(([kind, warned]) => `${kind} ${warned ? 'called' : 'NOT called'}`)
  console.log(
    `| ${file} |${parts.join(' |')} | ${percentOf(confidence)} | ${called.join(', ')} | ${(warnings ?? []).join('; ')}`,
  )
}

/** With `--noise` alone only the noise made of a file is measured. */
function percentOf(share: number | undefined): string {
  return share === undefined ? '–' : (100 * share).toFixed(1)
}

async function summarise(): Promise<void> {
  const all = benchmarkNames.flatMap((file) => (rows[file]?.accuracy === undefined ? [] : [rows[file]]))
  if (all.length === 0) return
  const mean = (value: (row: Row) => number) => all.reduce((sum, row) => sum + value(row), 0) / all.length
  const percent = (value: (row: Row) => number) => (100 * mean(value)).toFixed(1)
  console.log(
    `\nmean of ${all.length} files: accuracy ${percent(({ accuracy }) => accuracy)} %, surer half ${percent(({ surer }) => surer)} %, other half ${percent(({ lessSure }) => lessSure)} %`,
  )
  console.log(`mean distance of confidence from accuracy over ten bins: ${percent(({ distance }) => distance)} points`)
  if (all.length < benchmarkNames.length) return
  writeFileSync('bench/results/confidence.svg', await calibrationFigure(all))
}
