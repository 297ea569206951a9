// Hides a fifth of the samples of each file, fits the others, and measures how well the hidden ones are assigned.
// npm run bench assign                                 every file, three times
// npm run bench assign -- --files HW,NGs --repeats 1   fewer files and repeats
// npm run bench assign -- --speed                      the time of 100,000 new samples of HW

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { assign, cluster, score, trainModel } from '@manyview/core'
import { isSparse, matrix, normal, Random, takeSamples } from '@manyview/core/numerics'
import { findMethod } from '@manyview/rivals'
import { type Benchmark, benchmarkNames, readBenchmark, takeInput } from './quality/benchmark-files.ts'
import { viewsOf } from './quality/competitors.ts'

interface Row {
  file: string
  method: string
  repeat: number
  /** NMI of the hidden samples, in %: assigned, and when they are clustered with all others. */
  assigned: number
  fitted: number
  /** NMI of all others, in %: clustered alone, and together with the hidden ones. What the smaller fit loses is not the assignment's fault. */
  restAlone: number
  restTogether: number
  /** Share of the samples fitted whose label comes back when they are assigned, in %. */
  returned: number
  /** Mean accuracy in % of the more and of the less confident half. */
  sure: number
  unsure: number
}

const { values: flags } = parseArgs({
  options: {
    files: { type: 'string', default: benchmarkNames.join() },
    method: { type: 'string', default: 'consensus' },
    repeats: { type: 'string', default: '3' },
    speed: { type: 'boolean', default: false },
  },
})
const path = 'bench/results/assign.json'

if (flags.speed) await measureSpeed()
else {
  const rows: Row[] = []
  for (const file of flags.files.split(',')) {
    const benchmark = await readBenchmark(file)
    if (!benchmark) {
      console.log(`${file}: left out, not in MANYVIEW_DATA`)
      continue
    }
    for (let repeat = 1; repeat <= Number(flags.repeats); repeat++) rows.push(await measure(benchmark, repeat))
    print(
      file,
      rows.filter((row) => row.file === file),
    )
    save(rows)
  }
  if (rows.length > 0) print('mean', rows)
}

async function measure(benchmark: Benchmark, repeat: number): Promise<Row> {
  const { input, truth, clusters, name: file } = benchmark
  const order = new Random(repeat).permutation(input.samples)
  const cut = Math.round(input.samples / 5)
  const hidden = order.slice(0, cut)
  const rest = order.slice(cut)
  const settings = { clusters, method: findMethod(flags.method), seed: repeat }
  const all = await cluster(viewsOf(takeInput(input, order)), settings)
  const part = await cluster(viewsOf(takeInput(input, rest)), settings)
  const model = await trainModel(viewsOf(takeInput(input, rest)), part)
  const assignment = await assign(model, viewsOf(takeInput(input, hidden)))
  const again = await assign(model, viewsOf(takeInput(input, rest)))
  const classes = Array.from(hidden, (i) => truth[i])
  const others = Array.from(rest, (i) => truth[i])
  const nmi = (truthOf: string[], labels: Int32Array) => 100 * score(truthOf, labels).nmi
  const same = part.labels.reduce((sum, label, i) => sum + Number(label === again.labels[i]), 0)
  const surest = Array.from(assignment.confidence.keys()).sort(
    (a, b) => assignment.confidence[b] - assignment.confidence[a],
  )
  const middle = surest.length >> 1
  const acc = (half: number[]) =>
    100 *
    score(
      half.map((i) => classes[i]),
      half.map((i) => assignment.labels[i]),
    ).acc
  return {
    file,
    method: flags.method,
    repeat,
    assigned: nmi(classes, assignment.labels),
    fitted: nmi(classes, all.labels.subarray(0, cut)),
    restAlone: nmi(others, part.labels),
    restTogether: nmi(others, all.labels.subarray(cut)),
    returned: (100 * same) / rest.length,
    sure: acc(surest.slice(0, middle)),
    unsure: acc(surest.slice(middle)),
  }
}

async function measureSpeed(): Promise<void> {
  const benchmark = await readBenchmark('HW')
  if (!benchmark) throw new Error('HW.mat is not in MANYVIEW_DATA')
  const { input, clusters, truth } = benchmark
  const rows = Uint32Array.from({ length: input.samples }, (_, i) => i)
  const views = viewsOf(takeInput(input, rows))
  const model = await trainModel(views, await cluster(views, { clusters }))
  const count = 100_000
  const random = new Random(1)
  const picked = Uint32Array.from({ length: count }, () => random.below(input.samples))
  // Repeated samples with each value moved by a hundredth of the mean size of its view.
  const fresh = Object.fromEntries(
    input.views.map((view) => {
      const { data } = takeSamples(view, picked)
      const values = isSparse(data) ? data.values : data.data
      const step = (0.01 * values.reduce((sum, value) => sum + Math.abs(value), 0)) / values.length
      const noisy = matrix(
        count,
        data.columns,
        values.map((value) => value + step * normal(random)),
      )
      return [view.name, { samples: count, features: data.columns, data: noisy.data }]
    }),
  )
  const started = performance.now()
  const before = process.cpuUsage()
  const assignment = await assign(model, fresh)
  const seconds = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage(before)
  const nmi = score(
    Array.from(picked, (i) => truth[i]),
    Array.from(assignment.labels),
  ).nmi
  console.log(
    `${count} assignments in ${seconds.toFixed(1)} s (processor ${((user + system) / 1e6).toFixed(1)} s): ${Math.round((60 * count) / seconds)} a minute; NMI ${(100 * nmi).toFixed(1)}`,
  )
}

function print(name: string, rows: Row[]): void {
  const mean = (value: (row: Row) => number) => rows.reduce((sum, row) => sum + value(row), 0) / rows.length
  const cells = (['assigned', 'fitted', 'restAlone', 'restTogether', 'returned', 'sure', 'unsure'] as const).map(
    (key) => `${key} ${mean((row) => row[key]).toFixed(1)}`,
  )
  console.log(
    `${name.padEnd(14)}${cells.join('  ')}  difference ${mean((row) => row.assigned - row.fitted).toFixed(2)}`,
  )
}

/** Keeps the rows of earlier runs that were not measured again. */
function save(rows: Row[]): void {
  mkdirSync('bench/results', { recursive: true })
  const key = ({ file, method, repeat }: Row) => `${file} ${method} ${repeat}`
  const now = new Set(rows.map(key))
  const before: Row[] = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : []
  writeFileSync(path, `${JSON.stringify([...before.filter((row) => !now.has(key(row))), ...rows], null, 1)}\n`)
}
