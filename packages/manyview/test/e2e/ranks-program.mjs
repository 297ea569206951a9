// Runs on every rank: checks the ranks, and DSTL over ranks against one process. Prints one line of JSON on rank 0.

import { cluster } from '@manyview/core'
import { normal, Random } from '@manyview/core/numerics'
import { share, singleProcess } from '@manyview/core/runtime'
import { startMpi } from 'manyview/node'

const run = await startMpi(process.env)
const ranks = run?.ranks ?? singleProcess
const { rank, size } = ranks
const found = { size }

const memory = new Float64Array(new WebAssembly.Memory({ initial: 1 }).buffer, 64, 5)
if (rank === 0) memory.fill(7)
ranks.broadcast(memory)
found.broadcast = Array.from(memory)

// 1 + 2⁻⁵³ rounds to 1: the sum shows in which order it was made.
const small = Float64Array.of(rank === 0 ? 1 : 2 ** -53)
const long = new Float64Array(1001).fill(rank === 0 ? 1 : 2 ** -53)
ranks.allReduceSum(small)
ranks.allReduceSum(long)
found.sums = [small[0], Math.min(...long), Math.max(...long)]
found.gathered = Array.from(ranks.gather(Int32Array.from({ length: rank + 1 }, () => rank)) ?? [])
found.allGathered = Array.from(ranks.allGather(Uint8Array.of(rank)))
const send = Float64Array.from({ length: size }, (_, to) => 10 * rank + to)
const received = new Float64Array(size)
const ones = Array.from({ length: size }, () => 1)
ranks.allToAll(send, ones, received, ones)
found.allToAll = Array.from(received)
ranks.barrier()

const samples = 211
const features = [9, 3, 14]
const random = new Random(3)
const whole = features.map((d) =>
  Float64Array.from({ length: samples * d }, (_, p) => normal(random) + (((p / d) >> 6) % 3 === p % 3 ? 3 : 0)),
)
const own = share(samples, size, rank)
const viewsOf = ({ begin, end }) =>
  Object.fromEntries(
    features.map((d, v) => [
      `v${v}`,
      { data: whole[v].subarray(begin * d, end * d), samples: end - begin, features: d },
    ]),
  )
const difference = (a, b) => {
  let [far, size] = [0, 0]
  for (let i = 0; i < b.length; i++) {
    far = Math.max(far, Math.abs(a[i] - b[i]))
    size = Math.max(size, Math.abs(b[i]))
  }
  return a.length === b.length ? far / size : Infinity
}
found.factors = 0
found.sameLabels = true
for (const settings of [
  {},
  { start: 'random' },
  { variant: 'Y' },
  { variant: 'S', latentDimension: 4 },
  { variant: 'T' },
]) {
  const options = { method: 'dstl', clusters: 3, runtime: { threads: 1 }, lambda1: 0.01, lambda2: 0.1, ...settings }
  const shared = await cluster(viewsOf(own), { ...options, runtime: { ...options.runtime, ranks } })
  const labels = ranks.gather(shared.labels)
  const alone = rank === 0 ? await cluster(viewsOf({ begin: 0, end: samples }), options) : null
  for (const name of Object.keys(shared.details.W)) {
    for (const letter of ['S', 'H']) {
      const rows = ranks.gather(shared.details[letter][name].data)
      if (rows && settings.variant !== letter)
        found.factors = Math.max(found.factors, difference(rows, alone.details[letter][name].data))
    }
    if (alone)
      found.factors = Math.max(found.factors, difference(shared.details.W[name].data, alone.details.W[name].data))
  }
  if (alone) found.sameLabels &&= alone.labels.every((label, i) => label === labels[i])
}
if (rank === 0) console.log(JSON.stringify(found))
run?.finish()
