// Run by crew.test.ts with tsx, since a thread needs a program on disk: prints what the same work gives with one thread and with three.

import { cluster } from '../../../src/cluster.ts'
import { explain } from '../../../src/explain/explain.ts'
import { Kernels } from '../../../src/runtime/kernels/kernels.ts'
import { reserveThreads } from '../../../src/runtime/threads/reserve-threads.ts'
import { ThreadPool } from '../../../src/runtime/threads/thread-pool.ts'
import { started } from './threads-from-sources.ts'

const rows = 5000
const columns = 7
const values = Float64Array.from({ length: rows * columns }, (_, i) => ((i * 7919) % 1009) / 1009)

async function run(threads: number): Promise<string> {
  const kernels = await Kernels.load('simd', true)
  const crew = ThreadPool.start(threads, kernels)
  const sums: string[] = []
  for (const part of [kernels, kernels.another()]) {
    const block = part.copyIn(values)
    const centre = part.copyIn(values.subarray(0, columns))
    const distances = part.allocate(rows)
    const pieces = Array.from({ length: 100 }, (_, i) => i * 50)
    const calls = pieces.map((row): [number, number, number, number, number] => [
      block.pointer + 8 * columns * row,
      50,
      columns,
      centre.pointer,
      distances.pointer + 8 * row,
    ])
    for (let round = 0; round < 40; round++) {
      // A round that is left in the middle, as by who stops a fit, does not disturb the next one.
      part.shareInSteps('distancesFrom', calls).next()
      distances.f64.fill(0)
      part.share('distancesFrom', calls)
      // Threads take a moment to start; without it this one would do all the work alone.
      if (crew) await new Promise((resolve) => setTimeout(resolve, 50))
    }
    sums.push(distances.f64.join())
  }
  if (crew?.failed) sums.push('a thread did not start')
  crew?.stop()
  return sums.join()
}

/** What is said of a clustering; there are enough samples for threads. */
async function explained(threads: number): Promise<string> {
  const samples = Array.from({ length: 3100 }, (_, i) => Array.from(values.subarray(i * 5, i * 5 + 5)))
  const views = { all: samples, some: samples.map((row) => row.slice(1, 4)) }
  return JSON.stringify(await explain(views, await cluster(views, { clusters: 3, method: 'kmeans' }), { threads }))
}

const [alone, together] = [
  [await run(1), await explained(1)],
  [await run(3), await explained(3)],
]
console.log(alone.join() === together.join() ? 'same' : 'different')

// Threads that are kept do the work of one crew after the other, and end when nobody wants them any more.
reserveThreads(2)
const before = started.count
const again = [await explained(3), await explained(3)]
console.log(again.every((text) => text === alone[1]) ? 'same' : 'different', started.count - before)
reserveThreads(0)
await explained(2)
console.log(started.count - before)
