// Times the default method and DSTL on 10,000 and 100,000 generated samples. Needs a build.
// npm run bench scaling                               both methods and sizes
// --n 10000,100000,1000000 --method consensus,dstl    other sizes and methods; consensus:fast is the default method with little effort
// --threads 2 --core FILE                             threads of each fit, and the built library (packages/core/dist/index.js)
// --write                                             also writes the table and the figure into docs/performance.md

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { byteSize } from '@manyview/core/words'
import { findMethod } from '../packages/core/src/methods/index.ts'
import { CLUSTERS, FEATURES, VIEWS } from './scaling/mixture.ts'
import { scalingFigure } from './scaling/scaling-figure.ts'

interface Result {
  samples: number
  method: string
  options: Record<string, string>
  seconds: number
  cpu: number
  peak: number
  acc: number
  nmi: number
  /** Seconds and processor seconds of each stage. */
  stages: Record<string, number>
  busy: Record<string, number>
  load: number[]
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const { values: flags } = parseArgs({
  options: {
    n: { type: 'string', default: '10000,100000' },
    method: { type: 'string', default: 'consensus,consensus:fast,dstl' },
    threads: { type: 'string', default: String(availableParallelism()) },
    core: { type: 'string', default: here('../packages/core/dist/index.js') },
    write: { type: 'boolean', default: false },
  },
})
if (!existsSync(flags.core)) throw new Error(`${flags.core} is missing, run npm run build first`)
const path = here('./results/scaling.json')
const results: Result[] = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).results : []

for (const samples of flags.n
  .split(',')
  .map(Number)
  .filter((n) => n > 0))
  for (const name of flags.method.split(',')) {
    const [method, effort] = name.split(':')
    // λ are given, so that one fit is timed and not the search for them.
    const options = effort ? { effort } : method === 'dstl' ? { lambda1: 0.01, lambda2: 5 } : {}
    const words = ['--import', 'tsx', here('./scaling/run-one.ts'), flags.core, String(samples), method, flags.threads]
    const child = spawnSync(process.execPath, [...words, JSON.stringify(options)], { encoding: 'utf8' })
    if (child.status !== 0) {
      console.log(`${samples} samples, ${name}: ${child.stderr.trim().split('\n').at(-1) ?? child.signal}`)
      continue
    }
    const result: Result = JSON.parse(child.stdout.trim().split('\n').at(-1)!)
    const old = results.findIndex((other) => other.samples === samples && nameOf(other) === name)
    if (old >= 0) results.splice(old, 1)
    results.push(result)
    results.sort((a, b) => nameOf(a).localeCompare(nameOf(b)) || a.samples - b.samples)
    console.log(line(result))
    mkdirSync(here('./results'), { recursive: true })
    const machine = `${cpus()[0].model}, ${cpus().length} cores`
    const about = {
      date: new Date().toISOString().slice(0, 10),
      node: process.version,
      machine,
      threads: flags.threads,
    }
    writeFileSync(path, `${JSON.stringify({ ...about, results }, null, 1)}\n`)
  }
console.log(exponents().join('\n'))
if (flags.write) await write()

function nameOf({ method, options }: Result): string {
  return options.effort ? `${method}:${options.effort}` : method
}

function line(result: Result): string {
  const { samples, seconds, cpu, peak, acc, nmi, load } = result
  const stages = Object.entries(result.stages).map(
    ([stage, time]) => `${stage} ${time.toFixed(1)} (${result.busy[stage].toFixed(1)})`,
  )
  return `${nameOf(result)}, ${samples} samples: ${seconds.toFixed(1)} s (${cpu.toFixed(1)} s of processor time, load ${load.map((value) => value.toFixed(1)).join(' to ')}), peak ${byteSize(peak)}, ACC ${percent(acc)} NMI ${percent(nmi)}; ${stages.join(', ')}`
}

/** How time grows: the slope of processor time over samples, both logarithmic; it is hardly disturbed by what else the machine does. */
function exponents(): string[] {
  return [...new Set(results.map(nameOf))].flatMap((name) => {
    const methodResults = results.filter((result) => nameOf(result) === name)
    if (methodResults.length < 2) return []
    const x = methodResults.map(({ samples }) => Math.log(samples))
    const slope = (values: number[]) => {
      const y = values.map(Math.log)
      const [meanX, meanY] = [x, y].map((all) => all.reduce((sum, value) => sum + value, 0) / all.length)
      const above = x.reduce((sum, value, i) => sum + (value - meanX) * (y[i] - meanY), 0)
      return above / x.reduce((sum, value) => sum + (value - meanX) * (value - meanX), 0)
    }
    const [cpu, wall] = [methodResults.map((result) => result.cpu), methodResults.map((result) => result.seconds)]
    return [`${name}: processor time grows as n^${slope(cpu).toFixed(2)}, wall time as n^${slope(wall).toFixed(2)}`]
  })
}

function percent(value: number): string {
  return (100 * value).toFixed(1)
}

/** What a method takes by its formula, and the views themselves, which the process holds as well. */
function formula({ samples, method, options: settings }: Result): string {
  const features = new Array(VIEWS).fill(FEATURES)
  // Given in single precision; copied to double precision by what does not read them in blocks.
  const copied = samples * FEATURES <= (findMethod(method).heldUpTo ?? Infinity)
  const views = (copied ? 12 : 4) * samples * VIEWS * FEATURES
  const { options: specs, estimate } = findMethod(method)
  const options = { ...Object.fromEntries(specs.map((spec) => [spec.name, spec.default])), ...settings }
  return byteSize(estimate!({ samples, features, clusters: CLUSTERS, options }).bytes + views)
}

async function write(): Promise<void> {
  const { date, node, machine, threads } = JSON.parse(readFileSync(path, 'utf8'))
  const rows = results.map((result) => {
    const cells = [
      nameOf(result),
      result.samples.toLocaleString('en-US'),
      result.seconds.toFixed(1),
      result.cpu.toFixed(1),
    ]
    const load = `${Math.min(...result.load).toFixed(0)}–${Math.max(...result.load).toFixed(0)}`
    return `| ${[...cells, load, byteSize(result.peak), formula(result), percent(result.acc), percent(result.nmi)].join(' | ')} |`
  })
  const text = [
    `Measured ${date} with \`npm run bench scaling\` on ${machine}, Node ${node}, ${threads} threads. The load is that of the whole machine: where it is above the number of cores, only processor time tells.`,
    '',
    '| method | samples | seconds | processor seconds | load | peak memory | formula | ACC | NMI |',
    '|---|---|---|---|---|---|---|---|---|',
    ...rows,
    '',
    ...exponents().map((exponent) => `- ${exponent}`),
    '',
    '![Time over the number of samples](images/scaling.svg)',
  ].join('\n')
  const page = here('../docs/performance.md')
  const before = existsSync(page) ? readFileSync(page, 'utf8') : '# Performance\n'
  const [open, close] = ['<!-- scaling -->', '<!-- /scaling -->']
  const place = before.includes(open) ? before : `${before.trimEnd()}\n\n## Scaling\n\n${open}\n${close}\n`
  const [start, end] = [place.indexOf(open) + open.length, place.indexOf(close)]
  writeFileSync(page, `${place.slice(0, start)}\n${text}\n${place.slice(end)}`)
  mkdirSync(here('../docs/images'), { recursive: true })
  const points = results.map((result) => ({ samples: result.samples, name: nameOf(result), seconds: result.cpu }))
  writeFileSync(here('../docs/images/scaling.svg'), await scalingFigure(points))
}
