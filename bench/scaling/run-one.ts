// One fit in a process of its own, so that its peak memory is its own: run-one.ts CORE N METHOD THREADS OPTIONS; prints one line of JSON.
import { loadavg } from 'node:os'
import type * as Core from '@manyview/core'
import { CLUSTERS, mixture } from './mixture.ts'

const [core, samples, method, threads, options] = process.argv.slice(2)
const { cluster, score } = (await import(core)) as typeof Core
const { views, truth } = mixture(Number(samples))
const load = [loadavg()[0]]
const stages: Record<string, number> = {}
const busy: Record<string, number> = {}
const processor = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
let [last, lastBusy] = [performance.now(), processor()]
const [started, before] = [last, lastBusy]
const clustering = await cluster(views, {
  ...JSON.parse(options),
  method,
  clusters: CLUSTERS,
  runtime: { threads: Number(threads) },
  onProgress({ stage }) {
    const now = performance.now()
    stages[stage] = (stages[stage] ?? 0) + (now - last) / 1000
    last = now
    const processorTime = processor()
    busy[stage] = (busy[stage] ?? 0) + processorTime - lastBusy
    lastBusy = processorTime
  },
})
const seconds = (performance.now() - started) / 1000
const cpu = processor() - before
load.push(loadavg()[0])
const { acc, nmi } = score(truth, clustering.labels)
// Linux counts in KiB, macOS in bytes.
const peak = process.resourceUsage().maxRSS * (process.platform === 'darwin' ? 1 : 1024)
const result = { samples: Number(samples), method, options: JSON.parse(options), seconds, cpu }
process.stdout.write(`${JSON.stringify({ ...result, peak, acc, nmi, stages, busy, load })}\n`)
