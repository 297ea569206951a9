// One rank of bench/mpi.ts: fits DSTL on made-up data of a shape, of which it makes only its own samples, and says what it cost.
import { MpiCommunicator, startMpi } from '@manyview/node'
import { type Communicator, iterate, oneProcess, Random, share } from 'manyview'
import { shapes } from './shapes.ts'

const [name, iterations] = [process.argv[2], Number(process.argv[3])]
const { samples, features, clusters } = shapes[name]
const run = await startMpi(process.env)
const ranks: Communicator = run?.communicator ?? oneProcess
let messaging = 0
const traffic = () => (ranks instanceof MpiCommunicator ? { ...ranks.traffic } : { bytes: 0, calls: 0, seconds: 0 })

const network = measureNetwork()
const own = share(samples, ranks.size, ranks.rank)
const views = Object.fromEntries(features.map((d, v) => [`v${v}`, makeView(d, v)]))
const settings = { method: 'dstl', clusters, lambda2: 0.05, tolerance: 0, maxIterations: iterations, threads: 1 }
const fit = iterate(views, { ...settings, communicator: timed(ranks) })
const times: number[] = []
const computing: number[] = []
let [last, before, bytes, calls, inside, processor] = [performance.now(), traffic(), 0, 0, 0, processorSeconds()]
const started = performance.now()
for (;;) {
  const step = await fit.next()
  if (step.done) break
  const now = traffic()
  times.push((performance.now() - last) / 1000)
  computing.push(processorSeconds() - processor - messaging)
  if (times.length === 2) [bytes, calls] = [now.bytes - before.bytes, now.calls - before.calls]
  if (times.length > 1) inside = Math.min(inside || Infinity, now.seconds - before.seconds)
  before = now
  messaging = 0
  last = performance.now()
  processor = processorSeconds()
}
const seconds = (performance.now() - started) / 1000
const memory = process.resourceUsage().maxRSS / 1024
const rows = ranks.gather(
  Float64Array.of(Math.min(...times.slice(1)), memory, inside, seconds, Math.min(...computing.slice(1))),
)
if (rows) {
  const column = (c: number) => Array.from({ length: ranks.size }, (_, r) => rows[5 * r + c])
  const found = {
    ranks: ranks.size,
    iteration: Math.max(...column(0)),
    seconds: Math.max(...column(3)),
    computing: Math.max(...column(4)),
    megabytes: column(1).map(Math.round),
    bytes,
    calls,
    inside: Math.min(...column(2)),
    network,
  }
  console.log(JSON.stringify(found))
}
run?.finish()

/** Seconds of processor time so far; unlike the clock they do not count what other programs take. */
function processorSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** The same communicator, which adds the processor time of its calls to `messaging`. */
function timed(communicator: Communicator): Communicator {
  return new Proxy(communicator, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        const begin = processorSeconds()
        const result = value.apply(target, args)
        messaging += processorSeconds() - begin
        return result
      }
    },
  })
}

/** Seconds of the shortest all-to-all, and doubles a second that leave a rank in a long one. */
function measureNetwork(): { latency: number; rate: number } {
  // The mean of calls in a row, since a rank that comes late finds everything there; the best of some rows.
  const time = (length: number, calls: number) => {
    const [send, receive] = [new Float64Array(length * ranks.size), new Float64Array(length * ranks.size)]
    const counts = Array.from({ length: ranks.size }, () => length)
    let best = Infinity
    for (let row = 0; row < 5; row++) {
      ranks.barrier()
      const begin = performance.now()
      for (let i = 0; i < calls; i++) ranks.allToAll(send, counts, receive, counts)
      best = Math.min(best, (performance.now() - begin) / 1000 / calls)
    }
    return best
  }
  const length = Math.ceil(200_000 / ranks.size)
  return { latency: time(1, 50), rate: (length * (ranks.size - 1)) / time(length, 4) }
}

/** Clusters in the order of the samples; every sample draws from a generator of its own, so that ranks can make theirs alone. */
function makeView(d: number, v: number) {
  const data = new Float64Array((own.end - own.begin) * d)
  for (let i = own.begin; i < own.end; i++) {
    const random = new Random(0).split(v, i)
    const label = Math.floor((i * clusters) / samples)
    for (let j = 0; j < d; j++)
      data[(i - own.begin) * d + j] = random.uniform() - 0.5 + ((label * 7 + j * 3) % clusters < 3 ? 1 : 0)
  }
  return { data, samples: own.end - own.begin, features: d }
}
