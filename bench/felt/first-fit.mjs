// The first DSTL fit of a process, with the built library: first-fit.mjs FILE CLUSTERS LAMBDA1 LAMBDA2; prints the wall and processor seconds from the views to the last of 21 iterations.
// Plain JavaScript, so that nothing but the library is loaded or warmed up.
import { cluster } from '@manyview/core'
import { readDataset } from '@manyview/formats'
import { fileSource } from 'manyview/node'

const [path, clusters, lambda1, lambda2] = process.argv.slice(2)
const { views } = await readDataset([fileSource(path)])
const started = performance.now()
const before = process.cpuUsage()
let times = ''
await cluster(Object.fromEntries(views.map(({ name, view }) => [name, view])), {
  method: 'dstl',
  clusters: Number(clusters),
  lambda1: Number(lambda1),
  lambda2: Number(lambda2),
  tolerance: 0,
  maxIterations: 21,
  onProgress({ stage }) {
    if (stage !== 'iterating') return
    const { user, system } = process.cpuUsage(before)
    times = `${(performance.now() - started) / 1000} ${(user + system) / 1e6}`
  },
})
console.log(times)
