// Measures how far the announced end of a fit is from the true one.
// npm run bench time-left                 the files
// npm run bench time-left -- HW 100000    only these; a number stands for so many generated samples
// --auto                                  the number of clusters is chosen, too
// Fits have one thread and the clock is that of the processor, so that what else the machine does hardly counts.
import { parseArgs } from 'node:util'
import { cluster, type Progress } from '@manyview/core'
import { isSparse } from '@manyview/core/numerics'
import { TimeLeft } from '@manyview/core/runtime'
import { benchmarkNames, readBenchmark } from './quality/benchmark-files.ts'
import { CLUSTERS, mixture } from './scaling/mixture.ts'

/** From this share of a fit on the announced end should be within this share of the true one. */
const FROM = 0.2
/** Largest error of the announced end, as a share of the whole time. */
const WITHIN = 0.4
/** Fits that end sooner need not announce anything. */
const SHORT = 2

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { auto: { type: 'boolean', default: false } },
})
console.log(
  '| samples | fit | processor seconds | announced at 20, 50 and 80 % | worst from 20 % on |\n|---|---|---|---|---|',
)
for (const name of positionals.length > 0 ? positionals : benchmarkNames) {
  const { views, clusters } = await dataOf(name)
  const announcements: [at: number, end: number][] = []
  const now = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  }
  const began = now()
  const clock = new TimeLeft(() => now() - began)
  const onProgress = (progress: Progress) => {
    clock.see(progress)
    const secondsLeft = clock.seconds(progress)
    const at = now() - began
    if (secondsLeft !== undefined) announcements.push([at, at + secondsLeft])
  }
  await cluster(views, { clusters: flags.auto ? 'auto' : clusters, runtime: { threads: 1 }, onProgress })
  const seconds = now() - began
  const late = announcements.filter(([at]) => at >= FROM * seconds).map(([at, end]) => [at / seconds, end / seconds])
  const announced = [0.2, 0.5, 0.8].map((share) => late.find(([at]) => at >= share)?.[1].toFixed(2) ?? '–')
  const worst = late.reduce((most, [, end]) => Math.max(most, Math.abs(end - 1)), 0)
  const judgement = worst <= WITHIN ? '' : seconds < SHORT ? `under ${SHORT} s` : 'missed'
  const verdict = `${Math.round(100 * worst)} % ${judgement}`.trim()
  const what = flags.auto ? 'clusters auto' : `${clusters} clusters`
  console.log(`| ${name} | ${what} | ${seconds.toFixed(1)} | ${announced.join(', ')} | ${verdict} |`)
}

async function dataOf(name: string) {
  if (Number(name) > 0) return { views: mixture(Number(name)).views, clusters: CLUSTERS }
  const file = await readBenchmark(name)
  if (!file) throw new Error(`${name} is not in MANYVIEW_DATA`)
  const views = Object.fromEntries(
    file.input.views.map(({ name, data }) => [
      name,
      isSparse(data)
        ? { ...data, samples: data.rows, features: data.columns }
        : { data: data.data, samples: data.rows, features: data.columns },
    ]),
  )
  return { views, clusters: file.clusters }
}
