// Clusters photos of scenes by each view, by all views and by k-means, and times how fast pictures become views.
// npm run bench pictures     labels score the clusters and do nothing else
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { cluster, type DenseView, score } from '@manyview/core'
import { viewsOfThings } from '@manyview/formats/things'
import { fileDescriber, fileSource } from 'manyview/node'

const data = process.env.MANYVIEW_DATA ?? '../shared/data'
const names = readdirSync(`${data}/images/scenes`).sort()
const [, ...lines] = readFileSync(`${data}/images/scenes-truth.csv`, 'utf8').trim().split('\n')
const kinds = new Map(lines.map((line) => line.split(',') as [string, string]))
const truth = names.map((name) => kinds.get(name)!)
const clusters = new Set(truth).size

const pictures = names.map((name) => fileSource(`${data}/images/scenes/${name}`))
const began = performance.now()
const [{ views }] = await viewsOfThings([{ kind: 'pictures', name: 'scenes', source: 'scenes', pictures }], {
  describer: fileDescriber({ cache: null }),
})
const [seconds, cpu] = [(performance.now() - began) / 1000, process.cpuUsage()]
console.log(
  `${names.length} pictures described in ${seconds.toFixed(1)} s on ${availableParallelism()} cores: ${Math.round(names.length / seconds)} per second, ${((cpu.user + cpu.system) / 1000 / names.length).toFixed(1)} ms of processor time each`,
)

const all = Object.fromEntries(views.map(({ name, view }) => [name, view as DenseView]))
for (const [name, view] of Object.entries(all)) await report(name, { [name]: view }, 'consensus')
await report('all, k-means', all, 'kmeans')
await report('all', all, 'consensus')

async function report(name: string, views: Record<string, DenseView>, method: 'consensus' | 'kmeans'): Promise<void> {
  const { labels } = await cluster(views, { clusters, method })
  const { acc, nmi } = score(truth, labels)
  console.log(`${name.padEnd(20)} ACC ${(100 * acc).toFixed(1)}  NMI ${(100 * nmi).toFixed(1)}`)
}
