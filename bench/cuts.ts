// npm run bench cuts                     NMI of cuts beside fits: of a fit at k cut from 2 to 2k, and of fits near k cut at k
// --files HW,NGs                         only these

import { parseArgs } from 'node:util'
import { cluster, cutClusters, cutTree, refit, score } from '@manyview/core'
import { benchmarkNames, readBenchmark } from './quality/benchmark-files.ts'
import { viewsOf } from './quality/competitors.ts'

const { values: flags } = parseArgs({ options: { files: { type: 'string', default: benchmarkNames.join() } } })
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const short = (value: number) => value.toFixed(1).padStart(8)

console.log('| file | k | fits 2…2k | nested | cuts | fit at k | cut at k | exact at k |')
console.log('|---|---|---|---|---|---|---|---|')
const all: number[][] = []
for (const file of flags.files.split(',')) {
  const benchmark = await readBenchmark(file)
  if (!benchmark) {
    console.log(`${file}: not in MANYVIEW_DATA, left out`)
    continue
  }
  const { input, truth, clusters: k } = benchmark
  const views = viewsOf(input)
  const nmi = (labels: ArrayLike<number>) => 100 * score(truth, labels).nmi
  const at = (clusters: number) => cluster(views, { clusters })
  // A few numbers tell as much as all of them, and a fit at each is what takes the time.
  const numbers = [...new Set([0, 0.25, 0.5, 0.75, 1].map((share) => Math.round(2 + share * (2 * k - 2))))]
  const direct = await at(k)
  const others = numbers.filter((number) => number !== k)
  const rows: number[][] = []
  for (const number of others) {
    const { labels, tree } = direct
    const fitted = (await at(number)).labels
    rows.push([fitted, cutTree(tree!, labels, k, number), cutClusters(tree!, labels, k, number)].map(nmi))
  }
  const cuts: number[] = []
  const exact: number[] = []
  for (const from of [Math.max(2, k - 1), k + 1, 2 * k].filter((number) => number !== k)) {
    const near = await at(from)
    cuts.push(nmi(cutClusters(near.tree!, near.labels, from, k)))
    exact.push(nmi((await refit(near, k)).labels))
  }
  const [fits, nested, settled] = [0, 1, 2].map((column) => mean(rows.map((row) => row[column])))
  const row = [fits, nested, settled, nmi(direct.labels), mean(cuts), mean(exact)]
  all.push(row)
  console.log(`| ${file.padEnd(12)} | ${k} | ${row.map(short).join(' | ')} |`)
}
if (all.length > 1)
  console.log(`| mean | | ${all[0].map((_, c) => short(mean(all.map((row) => row[c])))).join(' | ')} |`)
