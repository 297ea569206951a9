// npm run bench outliers                 outliers planted in generated sets, small clusters lost, and false alarms on the files
// --sets 36 --files HW,NGs               so many sets of each kind, only these files

import { parseArgs } from 'node:util'
import { cluster, type DenseView } from '@manyview/core'
import { outlierLimit } from '@manyview/core/methods'
import { normal, Random } from '@manyview/core/numerics'
import { benchmarkNames, readBenchmark } from './quality/benchmark-files.ts'
import { viewsOf } from './quality/competitors.ts'

const { values: flags } = parseArgs({
  options: { sets: { type: 'string', default: '36' }, files: { type: 'string', default: benchmarkNames.join() } },
})

/** Samples of 14 clusters in views of different widths, and behind them planted ones: 1 for each of these. */
interface PlantedSet {
  views: Record<string, DenseView>
  marks: Uint8Array
  clusterOf: number[]
}

const CLUSTERS = 14
const SHARE = 0.03

/** Clusters from 1 share to 1/60 of it; planted samples lie anywhere in the box of a view, or 4 to 6 radii from a cluster. */
function planted(seed: number, samples: number, kind: 'uniform' | 'near'): PlantedSet {
  const random = new Random(seed)
  const shares = Array.from({ length: CLUSTERS }, (_, c) => 60 ** (-c / (CLUSTERS - 1)))
  const total = shares.reduce((sum, share) => sum + share, 0)
  const clusterOf = shares.flatMap((share, c) => new Array(Math.round((samples * share) / total)).fill(c) as number[])
  const clean = clusterOf.length
  const odd = Math.round(SHARE * clean)
  for (let o = 0; o < odd; o++) clusterOf.push(random.below(CLUSTERS))
  const widths = [6, 12 + (seed % 3) * 10]
  const views = widths.map((features, v) => {
    const centres = Float64Array.from({ length: CLUSTERS * features }, () => 3 * normal(random))
    const data = new Float64Array(clusterOf.length * features)
    clusterOf.forEach((c, i) => {
      const directions = Float64Array.from({ length: features }, () => normal(random))
      const length = Math.sqrt(directions.reduce((sum, value) => sum + value * value, 0))
      const reach = i < clean ? 1 : ((4 + 2 * random.uniform()) * Math.sqrt(features)) / 1.5 / length
      for (let j = 0; j < features; j++)
        data[i * features + j] =
          i >= clean && kind === 'uniform'
            ? 18 * random.uniform() - 9
            : centres[c * features + j] + reach * directions[j]
    })
    return [`view ${v + 1}`, { samples: clusterOf.length, features, data }] as const
  })
  return {
    views: Object.fromEntries(views),
    marks: Uint8Array.from(clusterOf, (_, i) => Number(i >= clean)),
    clusterOf,
  }
}

const marksOf = async (views: Parameters<typeof cluster>[0]) => {
  const { outlierScores } = await cluster(views, { clusters: 2, effort: 'fast' })
  return Uint8Array.from(outlierScores!, (score) => Number(score > outlierLimit))
}

for (const kind of ['uniform', 'near'] as const) {
  let [hits, told, real, lost, clean] = [0, 0, 0, 0, 0]
  for (let seed = 1; seed <= Number(flags.sets); seed++) {
    const { views, marks, clusterOf } = planted(seed, 600 + 300 * (seed % 4), kind)
    const marked = await marksOf(views)
    const sizes = new Float64Array(CLUSTERS)
    const gone = new Float64Array(CLUSTERS)
    marked.forEach((mark, i) => {
      hits += mark & marks[i]
      told += mark
      real += marks[i]
      if (marks[i] === 1) return
      clean++
      sizes[clusterOf[i]]++
      gone[clusterOf[i]] += mark
    })
    sizes.forEach((size, c) => {
      if (size >= 10 && gone[c] > size / 2) lost++
    })
  }
  const f1 = (2 * hits) / (told + real)
  const alarms = (100 * (told - hits)) / clean
  console.log(
    `${kind.padEnd(8)} F1 ${f1.toFixed(3)}  found ${hits} of ${real}  false alarms ${alarms.toFixed(2)} %  clusters of 10 or more lost ${lost}`,
  )
}

let [alarms, samples] = [0, 0]
for (const file of flags.files.split(',').filter(Boolean)) {
  const benchmark = await readBenchmark(file)
  if (!benchmark) {
    console.log(`${file}: not in MANYVIEW_DATA, left out`)
    continue
  }
  const marks = await marksOf(viewsOf(benchmark.input))
  const own = marks.reduce((sum, mark) => sum + mark, 0)
  alarms += own
  samples += marks.length
  console.log(
    `${file.padEnd(14)} ${own} of ${marks.length} samples set aside (${((100 * own) / marks.length).toFixed(2)} %)`,
  )
}
if (samples > 0) console.log(`all files      ${((100 * alarms) / samples).toFixed(2)} %`)
