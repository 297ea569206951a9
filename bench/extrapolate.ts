// npm run bench extrapolate -- CCV.mat          what a whole fit of the methods with n×n matrices would take on this file: iterations on parts of it, measured and EXTRAPOLATED
// npm run bench extrapolate -- CCV.mat --only etlmsc,ltbpl --sizes 400,800,1600

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { cluster, type DenseView, InputError, type Progress, type SparseView, type Views } from '@manyview/core'
import { type NamedMatrix, prepareViews } from '@manyview/core/methods'
import { Random, takeSamples } from '@manyview/core/numerics'
import { singleProcess } from '@manyview/core/runtime'
import { byteSize, duration } from '@manyview/core/words'
import { readDataset } from '@manyview/formats'
import { findMethod } from '@manyview/rivals'
import { fileSource } from 'manyview/node'

/** One method on a part of the samples, on one thread. */
interface Measurement {
  samples: number
  /** Processor seconds of an iteration, and of all that is done once. */
  iteration: number
  once: number
  /** Until the method stops by itself. */
  iterations: number
  /** Largest memory of the process. */
  bytes: number
}

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: 't-svd-msc,etlmsc,tbgl,ltbpl' },
    sizes: { type: 'string', default: '400,800,1600' },
    one: { type: 'string' },
  },
})
const { views, labels } = await readDataset(positionals.map((path) => fileSource(path)))
const whole = prepareViews(Object.fromEntries(views.map(({ name, view }) => [name, { ...view, ids: undefined }])), {
  ranks: singleProcess,
})
const clusters = new Set(labels[0]?.values).size || 6

if (flags.one) {
  const [method, samples, first] = flags.one.split(':')
  console.log(JSON.stringify(await measure(method, Number(samples), first === 'first')))
} else {
  console.log(`${whole.samples} samples, ${whole.views.length} views, ${clusters} clusters\n`)
  console.log(
    'EXTRAPOLATED from parts of the file by the growth between the two largest; processor seconds of one thread.\n',
  )
  console.log('| method | samples | an iteration | all else | peak |\n|---|---:|---:|---:|---:|')
  const lines: string[] = []
  for (const method of flags.only.split(',')) lines.push(await row(method))
  console.log(
    [
      '',
      '| method | iterations | an iteration | the fit | bytes it asks for |',
      '|---|---:|---:|---:|---:|',
      ...lines,
    ].join('\n'),
  )
}

/** Measures a method on all sizes, each in a process of its own, and gives the extrapolated row. */
async function row(method: string): Promise<string> {
  const sizes = flags.sizes.split(',').map(Number)
  const found = sizes.map((samples, i): Measurement => {
    const one = `${method}:${samples}:${i === 0 ? 'first' : ''}`
    const words = ['--import', 'tsx', fileURLToPath(import.meta.url), ...positionals, '--one', one]
    const child = spawnSync(process.execPath, words, { encoding: 'utf8' })
    if (child.status !== 0) throw new Error(child.stderr.trim().split('\n').at(-1))
    const result: Measurement = JSON.parse(child.stdout.trim().split('\n').at(-1)!)
    const { iteration, once, bytes } = result
    console.log(`| ${method} | ${samples} | ${duration(iteration)} | ${duration(once)} | ${byteSize(bytes)} |`)
    return result
  })
  const [before, last] = found.slice(-2)
  const grown = (of: 'iteration' | 'once') => {
    const power = Math.log(last[of] / before[of]) / Math.log(last.samples / before.samples)
    // Steps grow with the square of the samples at least, and with their cube at most.
    return last[of] * (whole.samples / last.samples) ** Math.min(3, Math.max(2, power))
  }
  const [{ iterations }] = found
  const fit = duration(iterations * grown('iteration') + grown('once'))
  return `| ${method} | ${iterations} | ${duration(grown('iteration'))} | ${fit} | ${byteSize(await bytesOf(method))} |`
}

/** Seconds of the iterations 2 to 4 of a fit of five, and of all that is no iteration; of the first size also how many there are when nothing stops them. */
async function measure(name: string, samples: number, first: boolean): Promise<Measurement> {
  const method = findMethod(name)
  const chosen = new Random(1).permutation(whole.samples).subarray(0, samples).sort()
  const given = asViews(whole.views.map((view) => takeSamples(view, chosen)))
  const starts = new Map<number, number>()
  const seconds = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  }
  const onProgress = ({ stage, iteration }: Progress) => {
    if (stage === 'iterating' && !starts.has(iteration)) starts.set(iteration, seconds())
  }
  const begun = seconds()
  await cluster(given, { clusters, method, threads: 1, maxIterations: 5, onProgress } as never)
  const iteration = (starts.get(5)! - starts.get(2)!) / 3
  const once = seconds() - begun - 5 * iteration
  const bytes = 1024 * process.resourceUsage().maxRSS
  const { iterations } = first ? await cluster(given, { clusters, method, threads: 1 } as never) : { iterations: 0 }
  return { samples, iteration, once: Math.max(once, 0.001), iterations, bytes }
}

/** The bytes that the method says it needs for all samples, before it begins. */
async function bytesOf(name: string): Promise<number> {
  try {
    await cluster(asViews(whole.views), { clusters, method: findMethod(name), threads: 1, memoryLimit: 1 })
  } catch (error) {
    if (error instanceof InputError && error.code === 'out-of-memory') return Number(error.details.bytes)
    throw error
  }
  throw new Error(`${name} asks for no memory`)
}

function asViews(prepared: readonly NamedMatrix[]): Views {
  return Object.fromEntries(
    prepared.map(({ name, data }): [string, DenseView | SparseView] => {
      const shape = { samples: data.rows, features: data.columns }
      return 'pointers' in data
        ? [name, { ...shape, values: data.values, indices: data.indices, pointers: data.pointers }]
        : [name, { ...shape, data: data.data }]
    }),
  )
}
