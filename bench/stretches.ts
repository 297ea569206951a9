// npm run bench stretches -- CCV.mat            the longest work between two looks at the signal, in processor seconds on one thread: two iterations of every method on this file
// npm run bench stretches -- CCV.mat --only snf,coreg --seconds 60      these methods, each broken off after so many seconds (default 300)

import { parseArgs } from 'node:util'
import { cluster, type Method, type Progress } from '@manyview/core'
import { readDataset } from '@manyview/formats'
import { allMethods, findMethod } from '@manyview/rivals'
import { fileSource } from 'manyview/node'

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, seconds: { type: 'string', default: '300' } },
})
const { views, labels, samples } = await readDataset(positionals.map((path) => fileSource(path)))
const given = Object.fromEntries(views.map(({ name, view }) => [name, view]))
const clusters = new Set(labels[0]?.values).size || 6
console.log(`${samples} samples, ${views.length} views, ${clusters} clusters\n`)
console.log('| method | longest stretch | after | stretches over 0.5 s | all |\n|---|---|---|---|---|')
for (const method of flags.only?.split(',').map(findMethod) ?? allMethods) console.log(await row(method))

/** A row of the table: the longest stretch of a fit, the stage that it followed, how many were long, and what all of them took. */
async function row(method: Method): Promise<string> {
  const stretches: { seconds: number; after: string }[] = []
  let [last, after] = [process.cpuUsage(), 'the beginning']
  const look = (stage: string) => {
    const { user, system } = process.cpuUsage(last)
    stretches.push({ seconds: (user + system) / 1e6, after })
    last = process.cpuUsage()
    after = stage
  }
  const short = ['maxIterations', 'rounds'].filter((name) => method.options.some((option) => option.name === name))
  const options = Object.fromEntries(short.map((name) => [name, 2]))
  const signal = AbortSignal.timeout(1000 * Number(flags.seconds))
  const onProgress = ({ stage }: Progress) => look(stage)
  let end = ''
  try {
    await cluster(given, { clusters, method, runtime: { threads: 1 }, onProgress, signal, ...options } as never)
  } catch (error) {
    end = signal.aborted ? ', broken off' : `: ${(error as Error).message}`
  }
  look('')
  const longest = stretches.reduce((most, stretch) => (stretch.seconds > most.seconds ? stretch : most))
  const long = stretches.filter(({ seconds }) => seconds > 0.5).length
  const all = stretches.reduce((sum, { seconds }) => sum + seconds, 0)
  return `| ${method.name} | ${longest.seconds.toFixed(2)} s | ${longest.after} | ${long} of ${stretches.length} | ${all.toFixed(0)} s${end} |`
}
