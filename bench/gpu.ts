// npm run bench:gpu                                   the table of docs/performance.md on the graphics card of this machine
// --only neighbours,lists,consensus,dstl,hdigit       some of its lines
// --n 1000000 --threads 16                            samples, and threads of the steps that stay on the processor
// npm run bench:gpu:pack -- FOLDER                    a folder that runs by itself on a machine with neither Node nor npm: sh FOLDER/run.sh

import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { cluster, score } from '@manyview/core'
import { grouped } from '@manyview/core/words'
import { nodeDevice } from '@manyview/node'
import { timeNeighbours, unitPoints } from './gpu/time-neighbours.ts'
import { CLUSTERS, mixture } from './scaling/mixture.ts'

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string', default: 'neighbours,lists,consensus,dstl' },
    n: { type: 'string', default: '1000000' },
    columns: { type: 'string', default: '90' },
    threads: { type: 'string', default: String(availableParallelism()) },
    cpu: { type: 'boolean', default: false },
    trace: { type: 'boolean', default: false },
  },
})
const only = flags.only.split(',')
const n = Number(flags.n)
const columns = Number(flags.columns)
const threads = Number(flags.threads)
const device = await nodeDevice()
console.log(`${device.name}, Node ${process.version}, ${threads} threads, ${new Date().toISOString().slice(0, 10)}`)

const searches = only.filter((name) => name === 'neighbours' || name === 'lists')
const points = searches.length > 0 ? unitPoints(n, columns) : null
for (const name of searches) {
  const exact = name === 'neighbours'
  await timeNeighbours(device, unitPoints(1000, columns), exact)
  const { seconds, recall } = await timeNeighbours(device, points!, exact)
  const rate = exact ? `, ${((2 * n * n * columns) / seconds / 1e12).toFixed(1)} TFLOP/s` : ''
  console.log(`${name} ${grouped(n)} × ${columns}: ${seconds.toFixed(2)} s, recall ${recall.toFixed(4)}${rate}`)
}
for (const method of only.filter((name) => name === 'consensus' || name === 'dstl')) {
  const { views, truth } = mixture(n)
  const stages: Record<string, number> = {}
  const started = performance.now()
  let last = started
  let before = ''
  const found = await cluster(views, {
    method: method as 'consensus',
    clusters: CLUSTERS,
    threads,
    ...(flags.cpu ? {} : { device }),
    ...(method === 'dstl' ? { lambda1: 0.01, lambda2: 5 } : {}),
    onProgress({ stage }) {
      const now = performance.now()
      if (flags.trace && stage !== before) console.log(`  ${((now - started) / 1000).toFixed(1)} s ${stage}`)
      before = stage
      stages[stage] = (stages[stage] ?? 0) + (now - last) / 1000
      last = now
    },
  })
  const seconds = (performance.now() - started) / 1000
  const { nmi, acc } = score(truth, found.labels)
  console.log(
    `${method} ${grouped(n)}: ${seconds.toFixed(1)} s, ACC ${(100 * acc).toFixed(1)}, NMI ${(100 * nmi).toFixed(1)}`,
  )
  for (const [stage, time] of Object.entries(stages)) console.log(`  ${stage.padEnd(24)} ${time.toFixed(1)} s`)
}
device.close()
process.exit(0)
