// npm run bench numbers                  the number of clusters chosen for plain point sets, and for the files with --files HW,NGs
// --most 3000                            only sets of so many samples
// --times                                the processor time of choosing, and of one fit with the chosen number

import { parseArgs } from 'node:util'
import { cluster } from '@manyview/core'
import { benchmarkNames, readBenchmark } from './quality/benchmark-files.ts'
import { viewsOf } from './quality/competitors.ts'
import { pointSources, setOf } from './quality/point-sources.ts'
import { reordered } from './quality/reordered.ts'

const { values: flags } = parseArgs({
  options: {
    files: { type: 'string', default: benchmarkNames.join() },
    most: { type: 'string', default: '10000' },
    times: { type: 'boolean', default: false },
  },
})

/** A set, and the numbers of clusters that its labellings have. */
interface Chosen {
  chosen: number
  truths: number[]
  standsOut: boolean
}

type Views = Parameters<typeof cluster>[0]

/** Seconds of all processors that this process has had: as many on a busy machine as on a quiet one. */
const secondsSoFar = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

const seconds = async (work: () => Promise<unknown>) => {
  const start = secondsSoFar()
  await work()
  return secondsSoFar() - start
}

/** What the number takes, as a difference of two fits with it, and what a usual fit takes. */
async function timesOf(views: Views, clusters: number, chosen: number): Promise<string> {
  const quick = await seconds(() => cluster(views, { clusters, effort: 'fast' }))
  const fit = await seconds(() => cluster(views, { clusters }))
  return `  choosing ${(chosen - quick).toFixed(1)} s, a fit ${fit.toFixed(1)} s`
}

/** Chooses, prints, and gives what there was to choose; the rest of the fit is short. */
async function choose(name: string, views: Views, truths: number[]): Promise<Chosen> {
  const start = secondsSoFar()
  const { choice, clusters } = await cluster(views, { clusters: 'auto', effort: 'fast' })
  const took = secondsSoFar() - start
  const { standsOut, candidates } = choice!
  const next = candidates
    .slice(0, 4)
    .map((each) => each.clusters)
    .filter((each) => each !== clusters)
  const word = standsOut ? '' : '  nothing stands out'
  const times = flags.times ? await timesOf(views, clusters, took) : ''
  console.log(
    `${name.padEnd(22)} has ${truths.join(' or ').padEnd(10)} chosen ${clusters}, next ${next.join(', ')}${word}${times}`,
  )
  return { chosen: clusters, truths, standsOut }
}

/** Exact, within 20 % (of point sets also within one), and more than three times too many. */
function summary(all: readonly Chosen[], slack: number): string {
  const count = (is: (each: Chosen) => boolean) => all.filter(is).length
  const near = ({ chosen, truths }: Chosen) => truths.some((k) => Math.abs(chosen - k) <= Math.max(0.2 * k, slack))
  const exact = count(({ chosen, truths }) => truths.includes(chosen))
  const clear = all.filter(({ standsOut }) => standsOut)
  const far = count(({ chosen, truths }) => chosen > 3 * Math.max(...truths))
  return `${all.length} sets: exact ${exact}, near ${count(near)}, more than three times too many ${far}; of ${clear.length} that stand out ${clear.filter(near).length} are near`
}

const files: Chosen[] = []
for (const file of flags.files.split(',').filter(Boolean)) {
  const benchmark = await readBenchmark(file)
  if (!benchmark || benchmark.input.samples > Number(flags.most)) continue
  files.push(await choose(file, viewsOf(reordered(benchmark, 1).input), [benchmark.clusters]))
}
if (files.length > 0) console.log(`files: ${summary(files, 0)}`)
const points: Chosen[] = []
const names = Object.keys(pointSources)
for (const set of new Set(names.map(setOf))) {
  const auto = pointSources[`${set} auto`]
  if (auto.samples > Number(flags.most)) continue
  const truths = names.filter((name) => name.startsWith(`${set} k=`)).map((name) => Number(name.split('=')[1]))
  points.push(await choose(set, viewsOf((await auto.read())!.input), truths))
}
if (points.length > 0) console.log(`points: ${summary(points, 1)}`)
