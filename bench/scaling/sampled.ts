// tsx bench/scaling/sampled.ts HW,Scene-15        partitions fitted to a quarter of the samples against all, on real files, shuffled

import { parseArgs } from 'node:util'
import { score } from '@manyview/core'
import { readBenchmark } from '../quality/benchmark-files.ts'
import { runMethod } from '../quality/competitors.ts'
import { reordered } from '../quality/reordered.ts'

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { seeds: { type: 'string', default: '2' } },
})
const seeds = Array.from({ length: Number(flags.seeds) }, (_, seed) => seed)
const rows = ['| file | samples | fitted to | ACC all → some | NMI all → some |', '|---|---|---|---|---|']
for (const name of (positionals[0] ?? 'HW,BDGP,Scene-15,Hdigit').split(',')) {
  const file = await readBenchmark(name)
  if (!file) {
    console.log(`${name}: not in MANYVIEW_DATA, left out`)
    continue
  }
  const { input, truth, clusters } = reordered(file, 1)
  const some = Math.floor(input.samples / 4)
  const means = async (options: Record<string, unknown>) => {
    const found: { acc: number; nmi: number }[] = []
    for (const seed of seeds)
      found.push(score(truth, (await runMethod('consensus', input, clusters, seed, options)).labels))
    return (['acc', 'nmi'] as const).map(
      (measure) => (100 * found.reduce((sum, scores) => sum + scores[measure], 0)) / found.length,
    )
  }
  const [all, fewer] = [await means({}), await means({ sample: some })]
  const change = all.map((value, m) => `${value.toFixed(1)} → ${fewer[m].toFixed(1)}`)
  rows.push(`| ${[name, input.samples, some, ...change].join(' | ')} |`)
  console.log(rows.at(-1))
}
