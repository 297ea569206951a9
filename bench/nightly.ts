// Runs every long suite, one after the other, with a fresh seed that it prints: hours.
// npm run bench nightly                                       all; writes bench/results/nightly.md
// npm run bench nightly -- --seed 7                           a seed of an earlier night
// npm run bench nightly -- --only fuzz,soak --share 0.01      only these, and a hundredth of each

import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { duration } from '@manyview/core/words'

const { values: flags } = parseArgs({
  options: { seed: { type: 'string' }, only: { type: 'string' }, share: { type: 'string', default: '1' } },
})
const root = fileURLToPath(new URL('../', import.meta.url))
const seed = flags.seed ?? String(Math.floor(Math.random() * 2 ** 31))
const times = (count: number) => String(Math.max(1, Math.round(count * Number(flags.share))))

/** What is run: a name, the command, and what it is told by the environment. */
const steps: { name: string; command: string[]; environment?: Record<string, string> }[] = [
  { name: 'tests', command: ['test'] },
  {
    name: 'every test',
    command: ['run', 'test:all', '--', '--project', 'exhaustive', '--project', 'packages'],
    environment: { MANYVIEW_ROUNDS: times(50), MANYVIEW_SEED: seed },
  },
  {
    name: 'kills',
    command: ['run', 'test:all', '--', '--project', 'e2e', 'kill-while-writing'],
    environment: { MANYVIEW_KILLS: times(1000) },
  },
  { name: 'write:kills', command: ['run', 'bench', 'write-kills', '--', '--kills', times(500), '--seed', seed] },
  { name: 'fuzz', command: ['run', 'bench', 'fuzz-formats', '--', times(1_000_000), seed] },
  { name: 'fuzz:pictures', command: ['run', 'bench', 'fuzz-pictures', '--', times(100_000), seed] },
  { name: 'interrupts', command: ['run', 'bench', 'interrupts', '--', '--times', times(1000), '--seed', seed] },
  { name: 'mpi:kills', command: ['run', 'bench', 'mpi-kills', '--', '--kills', times(200), '--seed', seed] },
  { name: 'soak', command: ['run', 'bench', 'soak', '--', '--fits', times(10_000)] },
  { name: 'soak in a page', command: ['run', 'bench', 'soak', '--', '--page', '--fits', times(200)] },
  { name: 'coverage', command: ['run', 'coverage'] },
  { name: 'release', command: ['run', 'release:rehearse'] },
]
const suites = steps.filter(({ name }) => flags.only === undefined || flags.only.split(',').includes(name))

console.log(`seed ${seed}`)
const folder = join(root, 'bench/results')
mkdirSync(folder, { recursive: true })
const rows: string[] = []
for (const { name, command, environment = {} } of suites) {
  console.log(`\n== ${name}: npm ${command.join(' ')}`)
  const began = performance.now()
  const { status, last } = await run(command, environment)
  if (status !== 0) process.exitCode = 1
  const took = duration((performance.now() - began) / 1000)
  rows.push(`| ${name} | ${status === 0 ? 'passed' : `FAILED (status ${status})`} | ${took} | ${last} |`)
  // After every step, so that a night that ends early has its table, too.
  writeFileSync(join(folder, 'nightly.md'), summary())
}
console.log(`\n${summary()}`)

function summary(): string {
  const [code, tests] = [linesOf(/\/(src|kernels)\//), linesOf(/\/test\//)]
  return [
    `Nightly run of ${new Date().toISOString().slice(0, 10)}, seed ${seed}, Node ${process.version}.`,
    '',
    '| Suite | Result | Time | Last line |',
    '|---|---|---|---|',
    ...rows,
    '',
    `Lines of code ${code}, lines of tests ${tests}: ${(tests / code).toFixed(2)} lines of tests per line of code.`,
    '',
  ].join('\n')
}

/** Runs npm; what it prints is shown, and its last line of words kept. */
function run(
  command: readonly string[],
  environment: Record<string, string>,
): Promise<{ status: number; last: string }> {
  const child = spawn('npm', command, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let last = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    process.stdout.write(text)
    const lines = text.split('\n').map((line) => stripVTControlCharacters(line).trim())
    last = lines.findLast((line) => /\w/.test(line)) ?? last
  })
  return new Promise((resolve) =>
    child.on('close', (code) => resolve({ status: code ?? 1, last: last.replaceAll('|', '/') })),
  )
}

/** Lines of the TypeScript files of the packages and the studio whose path fits. */
function linesOf(part: RegExp): number {
  return ['packages', 'apps']
    .flatMap((place) => readdirSync(join(root, place)).map((name) => join(root, place, name)))
    .flatMap((place) => ['src', 'kernels', 'test'].map((name) => join(place, name)))
    .flatMap((place) => {
      try {
        return readdirSync(place, { recursive: true, encoding: 'utf8' }).map((name) => join(place, name))
      } catch {
        return []
      }
    })
    .filter((path) => /\.tsx?$/.test(path) && part.test(path))
    .reduce((sum, path) => sum + readFileSync(path, 'utf8').split('\n').length, 0)
}
