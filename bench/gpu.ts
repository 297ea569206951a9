// Times the steps that a graphics card takes over on the card of this machine, for docs/research/speed.md.
// npm run bench gpu                             every part
// --only neighbours,lists,consensus             some of them: all pairs, inverted lists, the default method
// --only graph-kernels                          the kernels of graphs against the speed of the card
// --only failures                               what is said when the memory of the card runs out and when the card is lost
// --n 1000000 --columns 90 --threads 16         samples, coordinates of the points, and threads of the steps that stay on the processor
// --views 2 --features 64                       shape of the generated views, 3 × 100 by default
// --only files --data FOLDER                    every .mat file of a folder on the processor and on the card
// --room 1e9                                    as if the card had so many bytes: the default method in blocks
// --cpu --trace                                 the default method on the processor alone; when each stage begins
// node scripts/pack-gpu-bench.mjs -- FOLDER              a folder that runs by itself on a machine with neither Node nor npm: sh FOLDER/run.sh

import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { cluster, type Progress, score } from '@manyview/core'
import { byteSize, grouped } from '@manyview/core/words'
import { GpuDevice } from '@manyview/gpu'
import { nodeDevice } from 'manyview/node'
import type { Card } from '../packages/gpu/src/card.ts'
import { compareFiles } from './gpu/compare-files.ts'
import { provokeFailures } from './gpu/provoke-failures.ts'
import { timeGraph } from './gpu/time-graph.ts'
import { timeNeighbours, unitPoints } from './gpu/time-neighbours.ts'
import { CLUSTERS, FEATURES, mixture, VIEWS } from './scaling/mixture.ts'

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string', default: 'neighbours,lists,consensus,graph-kernels' },
    n: { type: 'string', default: '1000000' },
    columns: { type: 'string', default: '90' },
    views: { type: 'string', default: String(VIEWS) },
    features: { type: 'string', default: String(FEATURES) },
    threads: { type: 'string', default: String(availableParallelism()) },
    data: { type: 'string', default: '../shared/data' },
    room: { type: 'string', default: 'Infinity' },
    cpu: { type: 'boolean', default: false },
    trace: { type: 'boolean', default: false },
  },
})
const only = flags.only.split(',')
const n = Number(flags.n)
const threads = Number(flags.threads)
const opened = await nodeDevice()
const card: Card = Object.create(opened.card, { freeBytes: { value: freeBytes } })
const device = new GpuDevice(card)
console.log(`${device.name}, Node ${process.version}, ${threads} threads, ${new Date().toISOString().slice(0, 10)}`)
await searches(device, Number(flags.columns))
if (only.includes('graph-kernels')) await timeGraph(device, n)
if (only.includes('consensus')) await timeFit(device)
if (only.includes('files')) await compareFiles(device, flags.data, threads)
if (only.includes('failures')) await provokeFailures(device, threads)
device.close()
process.exit(0)

/** What the card gives, and no more than was allowed. */
function* freeBytes(wanted: number): Generator<Progress, number> {
  const free = yield* opened.card.freeBytes(wanted)
  return Math.min(free, Number(flags.room))
}

async function searches(device: GpuDevice, columns: number): Promise<void> {
  const wanted = only.filter((name) => name === 'neighbours' || name === 'lists')
  if (wanted.length === 0) return
  const points = unitPoints(n, columns)
  for (const name of wanted) {
    const exact = name === 'neighbours'
    // The first search compiles the kernels.
    await timeNeighbours(device, unitPoints(1000, columns), exact)
    const { seconds, recall } = await timeNeighbours(device, points, exact)
    const rate = exact ? `, ${((2 * n * n * columns) / seconds / 1e12).toFixed(1)} TFLOP/s` : ''
    console.log(`${name} ${grouped(n)} × ${columns}: ${seconds.toFixed(2)} s, recall ${recall.toFixed(4)}${rate}`)
  }
}

async function timeFit(device: GpuDevice): Promise<void> {
  const { views, truth } = mixture(n, 1, { views: Number(flags.views), features: Number(flags.features) })
  const stages: Record<string, number> = {}
  const started = performance.now()
  let last = started
  let before = ''
  const found = await cluster(views, {
    clusters: CLUSTERS,
    runtime: { threads },
    ...(flags.cpu ? {} : { runtime: { device } }),
    onProgress({ stage }) {
      const now = performance.now()
      if (flags.trace && stage !== before) console.log(`  ${((now - started) / 1000).toFixed(1)} s ${stage}`)
      before = stage
      stages[stage] = (stages[stage] ?? 0) + (now - last) / 1000
      last = now
    },
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const memory = byteSize(1024 * process.resourceUsage().maxRSS)
  const { nmi, acc } = score(truth, found.labels)
  const where = flags.cpu ? 'processor' : 'card'
  const scores = `ACC ${(100 * acc).toFixed(1)}, NMI ${(100 * nmi).toFixed(1)}`
  console.log(
    `consensus on the ${where}, ${grouped(n)} samples: ${seconds} s, ${found.iterations} iterations, ${scores}, ${memory} of memory`,
  )
  for (const warning of found.warnings) console.log(`  warning: ${warning}`)
  for (const [stage, time] of Object.entries(stages)) console.log(`  ${stage.padEnd(24)} ${time.toFixed(1)} s`)
}
