// Measures what missing views cost the default method on the 15 files.
// npm run bench missing                                        all files; writes bench/results/missing-views.md
// npm run bench missing -- --files HW --seeds 2 --shares 0.3   fewer; earlier figures stay in bench/results/missing.json

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { normalisedMutualInformation } from '@manyview/core/metrics'
import { Random } from '@manyview/core/numerics'
import { imputeMeans, removePairs } from '../packages/manyview/src/experiments/remove-views.ts'
import { missingTable, type Row, type Scores, ways } from './missing/table.ts'
import { type Benchmark, benchmarkNames, readBenchmark } from './quality/benchmark-files.ts'
import { taughtClasses } from './quality/ceiling.ts'
import { runMethod } from './quality/competitors.ts'
import { reordered } from './quality/reordered.ts'

const { values: flags } = parseArgs({
  options: {
    files: { type: 'string', default: benchmarkNames.join() },
    shares: { type: 'string', default: '0,0.1,0.3,0.5' },
    ways: { type: 'string', default: ways.join() },
    seeds: { type: 'string', default: '2' },
  },
})
const path = 'bench/results/missing.json'
const rows: Row[] = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : []

for (const file of flags.files.split(',')) {
  const benchmark = await readBenchmark(file)
  if (!benchmark) console.log(`left out, not in MANYVIEW_DATA: ${file}`)
  else await measure(reordered(benchmark, 1))
}
mkdirSync('bench/results', { recursive: true })
writeFileSync('bench/results/missing-views.md', missingTable(rows, benchmarkNames))

async function measure(benchmark: Benchmark): Promise<void> {
  for (const share of flags.shares.split(',').map(Number))
    for (const way of ways.filter((name) => flags.ways.split(',').includes(name)))
      for (let seed = 0; seed < Number(flags.seeds); seed++)
        if (share > 0 || way === ways[0]) await add(benchmark, share, way, seed)
}

async function add({ name, input, truth, clusters }: Benchmark, share: number, way: Row['way'], seed: number) {
  const incomplete = share === 0 ? input : removePairs(input, share, new Random(1000 + seed))
  const given = way === 'imputed' ? imputeMeans(incomplete) : incomplete
  const gaps = Array.from(
    { length: input.samples },
    (_, i) => incomplete.views.filter(({ present }) => present?.[i] === 0).length,
  )
  const started = performance.now()
  const { labels } = await runMethod('consensus', given, clusters, seed)
  const seconds = (performance.now() - started) / 1000
  const removed = gaps.reduce((sum, count) => sum + count, 0) / (gaps.length * input.views.length)
  const taught = await taughtClasses({ input: given, truth })
  const scoresOf = (counts: (gaps: number) => boolean): Scores | null => {
    const subset = [...gaps.keys()].filter((i) => counts(gaps[i]))
    const take = (values: ArrayLike<string | number>) => subset.map((i) => String(values[i]))
    if (subset.length === 0) return null
    const [classes, found, taughtLabels] = [take(truth), take(labels), take(taught)]
    return {
      nmi: normalisedMutualInformation(classes, found),
      ceiling: normalisedMutualInformation(classes, taughtLabels),
    }
  }
  const parts = { whole: scoresOf((count) => count === 0), gaps: scoresOf((count) => count > 0) }
  const row = { file: name, share, way, seed, removed, ...scoresOf(() => true)!, ...parts, seconds }
  const same = (other: Row) => other.file === name && other.share === share && other.way === way && other.seed === seed
  rows.splice(0, rows.length, ...rows.filter((other) => !same(other)), row)
  mkdirSync('bench/results', { recursive: true })
  writeFileSync(path, `${JSON.stringify(rows, null, 1)}\n`)
  console.log(
    `${name.padEnd(14)}${String(share).padEnd(5)}${way.padEnd(9)}seed ${seed}  NMI ${(100 * row.nmi).toFixed(1)}  ceiling ${(100 * row.ceiling).toFixed(1)}  ${seconds.toFixed(1)} s`,
  )
}
