// The third fit of a process with the built library: warm-fit.mjs FILE CLUSTERS; prints its wall and processor seconds. Plain JavaScript, so that nothing but the library is warmed up.
import { cluster } from '@manyview/core'
import { readDataset } from '@manyview/formats'
import { fileSource } from 'manyview/node'

const [path, clusters] = process.argv.slice(2)
const { views } = await readDataset([fileSource(path)])
const named = Object.fromEntries(views.map(({ name, view }) => [name, view]))
let times = ''
for (let fit = 0; fit < 3; fit++) {
  const started = performance.now()
  const before = process.cpuUsage()
  await cluster(named, { clusters: Number(clusters) })
  const { user, system } = process.cpuUsage(before)
  times = `${(performance.now() - started) / 1000} ${(user + system) / 1e6}`
}
console.log(times)
