// Interrupts commands at random moments: each must end with status 130 and leave nothing half-written. Needs a build.
// npm run bench interrupts                                     20 interrupts; prints the time from each signal to the end
// npm run bench interrupts -- --times 100 --samples 300000     more interrupts, larger data
// npm run bench interrupts -- --only "dstl,large CSV"          only these commands
// npm run bench interrupts -- --times 100 --together 6         6 commands at a time, each in a folder of its own
// npm run bench interrupts -- --data CCV.mat --only snf,coreg  the rivals that hold n×n matrices, on a file of your own

import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { normal, Random } from '@manyview/core/numerics'
import { writeNpy } from '@manyview/formats'
import { median } from './speed/measure.ts'

const { values: flags } = parseArgs({
  options: {
    times: { type: 'string', default: '20' },
    samples: { type: 'string', default: '30000' },
    seed: { type: 'string', default: '0' },
    within: { type: 'string', default: '20' },
    together: { type: 'string', default: '1' },
    only: { type: 'string' },
    data: { type: 'string' },
  },
})
const command = fileURLToPath(new URL('../packages/manyview/bin/manyview.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'manyview-interrupts-'))
const random = new Random(Number(flags.seed))
const rows = Number(flags.samples)
writeData('view.npy', rows)
writeData('small.npy', Math.min(rows, 4000))
const fitInto = (out: string, file: string, ...more: string[]) => [
  'fit',
  file,
  '--clusters',
  '6',
  '--quiet',
  '--out',
  out,
  ...more,
]
const fitOf = fitInto.bind(null, 'out')
/** Commands by name. The rivals that hold n×n matrices get 4,000 samples, or `--data`. */
const ways: Record<string, string[]> = {
  default: fitOf('../view.npy'),
  fast: fitOf('../view.npy', '--set', 'effort=fast'),
  auto: fitOf('../view.npy', '--clusters', 'auto'),
  kmeans: fitOf('../view.npy', '--method', 'kmeans'),
  dstl: fitOf('../view.npy', '--method', 'dstl', '--set', 'lambda1=0.01', '--set', 'lambda2=0.01'),
  ...Object.fromEntries(
    ['coreg', 'snf', 't-svd-msc', 'etlmsc', 'tbgl', 'ltbpl'].map((name) => [
      name,
      fitOf(flags.data ? resolve(flags.data) : '../small.npy', '--method', name),
    ]),
  ),
  'large CSV': fitOf('../large.csv'),
  report: ['report', '../made/clustering.json', '--views', '../view.npy', '-o', 'out.html'],
}
const names = Object.keys(ways).filter((name) => flags.only?.split(',').includes(name) ?? true)
if (names.includes('large CSV')) writeCsv('large.csv', rows)
const folders = Array.from({ length: Number(flags.together) }, (_, place) => join(folder, `at-${place}`))
for (const own of folders) mkdirSync(own)
if (names.includes('report')) {
  const words = fitInto('../made', '../view.npy', '--method', 'kmeans', '--write', 'none')
  const { status, stderr } = spawnSync(process.execPath, [command, ...words], { cwd: folders[0], encoding: 'utf8' })
  if (status !== 0) throw new Error(`the fit that is reported on failed: ${stderr.trim()}`)
}

/** Seconds from each signal to the end. */
const ends = new Map(names.map((name) => [name, [] as number[]]))
let [signals, problems] = [0, 0]
/** What is run, and after how many milliseconds it is interrupted. */
const runs = Array.from({ length: Number(flags.times) }, (_, time) => ({
  name: names[time % names.length],
  // A signal before the command listens ends Node itself.
  wait: 500 + random.uniform() * 1000 * Number(flags.within),
}))
await Promise.all(
  folders.map(async (own) => {
    for (let run = runs.shift(); run; run = runs.shift()) await interrupt(run.name, run.wait, own)
  }),
)
rmSync(folder, { recursive: true })
console.log('| command | interrupts | median | slowest |\n|---|---|---|---|')
for (const [name, seconds] of ends) {
  const figures = [median(seconds), Math.max(...seconds)]
  const cells = seconds.length > 0 ? figures.map((value) => `${value.toFixed(2)} s`) : ['ended before', 'the signal']
  console.log(`| ${[name, seconds.length, ...cells].join(' | ')} |`)
}
const slowest = Math.max(0, ...[...ends.values()].flat())
console.log(
  `${signals} interrupts of ${flags.times} runs, ${problems} problems, the slowest end took ${slowest.toFixed(1)} s`,
)
process.exitCode = problems > 0 ? 1 : 0

/** Runs a command in a folder of its own, interrupts it, looks at what it left, and clears the folder. */
async function interrupt(name: string, wait: number, own: string): Promise<void> {
  const words = ways[name]
  const child = spawn(process.execPath, [command, ...words], { cwd: own, stdio: 'ignore' })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  await Promise.race([pause(wait, undefined, { ref: false }), ended])
  const isInterrupted = child.exitCode === null
  const began = performance.now()
  if (isInterrupted) {
    child.kill('SIGINT')
    signals++
  }
  const code = await ended
  if (isInterrupted) ends.get(name)!.push((performance.now() - began) / 1000)
  const files = [...readdirSync(own), ...(existsSync(join(own, 'out')) ? readdirSync(join(own, 'out')) : [])]
  const results = files.filter((file) => ['out.html', 'labels.csv', 'clustering.json'].includes(file))
  const isWhole = results.length === (name === 'report' ? 1 : 2)
  // Results that were complete before the signal stay, all of them; `null`: the signal came before the command listened.
  const isExpected = code === 0 ? isWhole : isInterrupted && (code === 130 || code === null)
  if (!isExpected || (results.length > 0 && !isWhole) || files.some((file) => file.endsWith('.manyview-tmp'))) {
    problems++
    console.log(`${words.join(' ')}: status ${code}, left ${files.join(', ') || 'nothing'}`)
  }
  for (const path of ['out', 'out.html']) rmSync(join(own, path), { recursive: true, force: true })
}

function writeData(name: string, count: number): void {
  const data = Float64Array.from({ length: count * 40 }, (_, p) => 3 * ((Math.floor(p / 40) + p) % 6) + normal(random))
  writeFileSync(join(folder, name), writeNpy(data, [count, 40]))
}

function writeCsv(name: string, count: number): void {
  const line = (i: number) =>
    Array.from({ length: 40 }, (_, j) => (3 * ((i + j) % 6) + normal(random)).toFixed(4)).join(',')
  const parts = Array.from({ length: Math.ceil(count / 10_000) }, (_, part) =>
    Array.from({ length: Math.min(10_000, count - 10_000 * part) }, (_, i) => line(10_000 * part + i)).join('\n'),
  )
  writeFileSync(join(folder, name), parts.join('\n'))
}
