// One rank of bench/mpi.ts: fits DSTL on made-up data of a shape, of which it makes only its own samples, and says what it cost.
// In the second half of the iterations all ranks meet before every call, so that waiting for each other and moving numbers are told apart.
import { iterate } from '@manyview/core'
import { Random } from '@manyview/core/numerics'
import type { Ranks } from '@manyview/core/runtime'
import { share, singleProcess } from '@manyview/core/runtime'

import { MpiRanks, startMpi } from 'manyview/node'
import { shapes } from './shapes.ts'
import { processorSeconds, timedRanks } from './timed-ranks.ts'

const [name, iterations] = [process.argv[2], Number(process.argv[3])]
const { samples, features, clusters } = shapes[name]
const run = await startMpi(process.env)
const ranks: Ranks = run?.ranks ?? singleProcess
const traffic = () => (ranks instanceof MpiRanks ? { ...ranks.traffic } : { bytes: 0, calls: 0, seconds: 0 })
/** Seconds since they were last set to 0: processor time inside calls, waiting for others before a call, and in the call itself. */
const spent = { processor: 0, waiting: 0, moving: 0 }
let meeting = false

const range = share(samples, ranks.size, ranks.rank)
const views = Object.fromEntries(features.map((d, v) => [`v${v}`, makeView(d, v)]))
const settings = {
  method: 'dstl' as const,
  clusters,
  lambda1: 0.01,
  lambda2: 0.05,
  tolerance: 0,
  maxIterations: iterations,
  runtime: { threads: 1 },
}
const base = process.memoryUsage.rss()
const fit = iterate(views, { ...settings, runtime: { ...settings.runtime, ranks: timedRanks(ranks, timed) } })
/** By iteration: wall time, processor time without calls, and what calls took. */
const found: { wall: number; computing: number; inside: number; waiting: number; moving: number; met: boolean }[] = []
let [last, before, bytes, calls, processor] = [performance.now(), traffic(), 0, 0, processorSeconds()]
const started = performance.now()
for (;;) {
  const step = await fit.next()
  if (step.done) break
  if (step.value.stage !== 'iterating') continue
  const now = traffic()
  const wall = (performance.now() - last) / 1000
  const computing = processorSeconds() - processor - spent.processor
  found.push({ wall, computing, inside: now.seconds - before.seconds, ...spent, met: meeting })
  if (found.length === 2) [bytes, calls] = [now.bytes - before.bytes, now.calls - before.calls]
  meeting = found.length >= iterations / 2
  before = traffic()
  Object.assign(spent, { processor: 0, waiting: 0, moving: 0 })
  last = performance.now()
  processor = processorSeconds()
}
const seconds = (performance.now() - started) / 1000
const memory = process.resourceUsage().maxRSS / 1024
const network = measureNetwork()
const least = (values: number[]) => Math.min(...values)
const usual = found.slice(1).filter(({ met }) => !met)
const met = found.filter((each) => each.met).slice(1)
const row = [
  least(usual.map(({ wall }) => wall)),
  least(usual.map(({ computing }) => computing)),
  least(usual.map(({ inside }) => inside)),
  least(met.map(({ waiting }) => waiting)),
  least(met.map(({ moving }) => moving)),
  seconds,
  memory,
  base / 1048576,
]
const rows = ranks.gather(Float64Array.from(row))
if (rows) {
  const column = (c: number) => Array.from({ length: ranks.size }, (_, r) => rows[row.length * r + c])
  console.log(
    JSON.stringify({
      ranks: ranks.size,
      iteration: Math.max(...column(0)),
      computing: Math.max(...column(1)),
      inside: Math.min(...column(2)),
      waiting: Math.max(...column(3)),
      moving: Math.min(...column(4)),
      seconds: Math.max(...column(5)),
      megabytes: column(6).map(Math.round),
      before: column(7).map(Math.round),
      bytes,
      calls,
      network,
    }),
  )
}
run?.finish()

/** Makes a call of the ranks and adds what it takes to `spent`. */
function timed(call: () => unknown): unknown {
  const begin = processorSeconds()
  const called = performance.now()
  if (meeting) ranks.barrier()
  const ready = performance.now()
  const result = call()
  spent.waiting += (ready - called) / 1000
  spent.moving += (performance.now() - ready) / 1000
  spent.processor += processorSeconds() - begin
  return result
}

/** Seconds of the shortest all-to-all, and doubles a second that leave a rank in one of a transposition, to others only. */
function measureNetwork(): { latency: number; rate: number } {
  const { rank, size } = ranks
  if (size === 1) return { latency: 0, rate: Infinity }
  const time = (length: number, rounds: number) => {
    const room = () =>
      new Float64Array(new WebAssembly.Memory({ initial: Math.ceil((8 * length * size) / 65536) }).buffer)
    const [send, receive] = [room(), room()]
    const counts = Array.from({ length: size }, (_, r) => (r === rank ? 0 : length))
    let best = Infinity
    for (let round = 0; round < rounds; round++) {
      send.fill(round)
      ranks.barrier()
      const begin = performance.now()
      ranks.allToAll(send, counts, receive, counts)
      best = Math.min(best, (performance.now() - begin) / 1000)
    }
    return best
  }
  // As long as the messages of a transposition: 4 MiB a rank at the most.
  const width = clusters + (clusters % 2)
  const rowsAtOnce = Math.min(samples / size, 524_288 / (features.length * width))
  const length = Math.floor((rowsAtOnce * features.length * width) / size)
  const latency = time(1, 200)
  return { latency, rate: (length * (size - 1)) / (time(length, 20) - latency) }
}

/** Clusters in the order of the samples; every sample draws from a generator of its own, so that ranks can make theirs alone. */
function makeView(d: number, v: number) {
  const data = new Float64Array((range.end - range.begin) * d)
  for (let i = range.begin; i < range.end; i++) {
    const random = new Random(0).split(v, i)
    const label = Math.floor((i * clusters) / samples)
    for (let j = 0; j < d; j++)
      data[(i - range.begin) * d + j] = random.uniform() - 0.5 + ((label * 7 + j * 3) % clusters < 3 ? 1 : 0)
  }
  return { data, samples: range.end - range.begin, features: d }
}
