// Runs every long suite, portion by portion, with a fresh seed that it prints: hours.
// npm run bench nightly                                              all; writes bench/results/nightly.md
// npm run bench nightly -- --seed 7                                  a seed of an earlier night
// npm run bench nightly -- --only fuzz,soak --share 0.01             only these, and a hundredth of each
// npm run bench nightly -- --minutes 90 --record nightly.json        a part of a night: the file has its portions with their seeds, and the next part goes on after them

import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { duration } from '@manyview/core/words'

const { values: flags } = parseArgs({
  options: {
    seed: { type: 'string' },
    only: { type: 'string' },
    share: { type: 'string', default: '1' },
    minutes: { type: 'string' },
    record: { type: 'string' },
  },
})
const root = fileURLToPath(new URL('../', import.meta.url))

/** A suite: how often it is run in a night, how often in a portion, and the arguments of npm and the environment for a portion. */
interface Suite {
  name: string
  total: number
  portion: number
  command: (count: string, seed: string) => string[]
  environment?: (count: string, seed: string) => Record<string, string>
}

/** What one portion came to. */
interface Portion {
  suite: string
  count: number
  /** Absent where the suite has no parameter for it. */
  seed?: string
  began: string
  seconds: number
  /** `stopped` at the end of a part: it is run again. */
  end: 'passed' | 'failed' | 'stopped'
  /** The last line that was printed. */
  last: string
}

/** A night so far. */
interface Night {
  seed: number
  share: number
  portions: Portion[]
}

const bench = (name: string, ...args: string[]) => ['run', 'bench', name, '--', ...args]
const testAll = (...args: string[]) => ['run', 'test:all', '--', ...args]
const suites: Suite[] = [
  { name: 'tests', total: 1, portion: 1, command: () => ['test'] },
  {
    name: 'every test',
    total: 50,
    portion: 10,
    command: () => testAll('--project', 'exhaustive', '--project', 'packages'),
    environment: (count, seed) => ({ MANYVIEW_ROUNDS: count, MANYVIEW_SEED: seed }),
  },
  {
    name: 'kills',
    total: 1000,
    portion: 100,
    command: () => testAll('--project', 'e2e', 'kill-while-writing'),
    environment: (count) => ({ MANYVIEW_KILLS: count }),
  },
  {
    name: 'write:kills',
    total: 500,
    portion: 50,
    command: (count, seed) => bench('write-kills', '--kills', count, '--seed', seed),
  },
  {
    name: 'fuzz',
    total: 1_000_000,
    portion: 20_000,
    command: (count, seed) => bench('fuzz-formats', count, seed),
  },
  {
    name: 'fuzz:pictures',
    total: 100_000,
    portion: 5000,
    command: (count, seed) => bench('fuzz-pictures', count, seed),
  },
  {
    // Every command eight times.
    name: 'interrupts',
    total: 1000,
    portion: 104,
    command: (count, seed) => bench('interrupts', '--times', count, '--seed', seed, '--together', '6'),
  },
  {
    name: 'mpi:kills',
    total: 200,
    portion: 20,
    command: (count, seed) => bench('mpi-kills', '--kills', count, '--seed', seed),
  },
  // The heap grows within one process, if it does.
  { name: 'soak', total: 10_000, portion: 2000, command: (count) => bench('soak', '--fits', count) },
  { name: 'soak in a page', total: 200, portion: 200, command: (count) => bench('soak', '--page', '--fits', count) },
  { name: 'coverage', total: 1, portion: 1, command: () => ['run', 'coverage'] },
  { name: 'release', total: 1, portion: 1, command: () => ['run', 'release:rehearse'] },
]

const fresh = { seed: Number(flags.seed ?? Math.floor(Math.random() * 2 ** 31)), share: Number(flags.share) }
const night: Night =
  flags.record !== undefined && existsSync(flags.record)
    ? JSON.parse(readFileSync(flags.record, 'utf8'))
    : { ...fresh, portions: [] }
const wanted = suites.filter(({ name }) => flags.only === undefined || flags.only.split(',').includes(name))
const deadline =
  flags.minutes === undefined ? Number.POSITIVE_INFINITY : performance.now() + 60_000 * Number(flags.minutes)
const folder = join(root, 'bench/results')
mkdirSync(folder, { recursive: true })

console.log(`seed ${night.seed}`)
for (let suite = nextSuite(); suite; suite = nextSuite()) {
  const portion = await runPortion(suite)
  night.portions.push(portion)
  if (portion.end === 'failed') process.exitCode = 1
  // After every portion, so that a night that ends early has its record, too.
  writeFileSync(join(folder, 'nightly.md'), summary())
  if (flags.record === undefined) continue
  writeFileSync(`${flags.record}.tmp`, `${JSON.stringify(night, null, 2)}\n`)
  renameSync(`${flags.record}.tmp`, flags.record)
}
console.log(`\n${summary()}`)

/** How often a suite is to be run in this night. */
function totalOf({ total }: Suite): number {
  return Math.max(1, Math.round(total * night.share))
}

/** The portions of a suite that were not stopped, and how often it was run in them. */
function finishedOf({ name }: Suite): { portions: Portion[]; count: number } {
  const portions = night.portions.filter(({ suite, end }) => suite === name && end !== 'stopped')
  return { portions, count: portions.reduce((sum, { count }) => sum + count, 0) }
}

/** The first suite that is not done and of which a portion fits into the time that is left, by the longest so far. */
function nextSuite(): Suite | undefined {
  const left = (deadline - performance.now()) / 1000
  return wanted.find((suite) => {
    if (finishedOf(suite).count >= totalOf(suite)) return false
    const longest = night.portions.reduce(
      (most, { suite: of, seconds }) => Math.max(most, of === suite.name ? seconds : 0),
      0,
    )
    return left > 0 && longest < left
  })
}

/** Runs the next portion of a suite; what npm prints is shown, and its last line of words kept. */
async function runPortion(suite: Suite): Promise<Portion> {
  const { portions, count: done } = finishedOf(suite)
  const count = Math.min(suite.portion, totalOf(suite) - done)
  // Every portion has a seed of its own.
  const seed = String(night.seed + portions.length)
  const command = suite.command(String(count), seed)
  const environment = suite.environment?.(String(count), seed) ?? {}
  console.log(`\n== ${suite.name}: npm ${command.join(' ')}`)
  const [began, start] = [new Date().toISOString(), performance.now()]
  // In a group of its own, so that all of it can be stopped.
  const child = spawn('npm', command, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  let last = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    process.stdout.write(text)
    const lines = text.split('\n').map((line) => stripVTControlCharacters(line).trim())
    last = lines.findLast((line) => /\w/.test(line)) ?? last
  })
  let isStopped = false
  const stop = () => {
    isStopped = true
    process.kill(-child.pid!, 'SIGKILL')
  }
  const clock = deadline < Number.POSITIVE_INFINITY ? setTimeout(stop, deadline - performance.now()) : undefined
  const end = () => {
    process.kill(-child.pid!, 'SIGTERM')
    process.exit(130)
  }
  process.once('SIGINT', end).once('SIGTERM', end)
  const status = await new Promise((resolve) => child.on('close', resolve))
  clearTimeout(clock)
  process.off('SIGINT', end).off('SIGTERM', end)
  return {
    suite: suite.name,
    count,
    ...(suite.command.length > 1 || (suite.environment?.length ?? 0) > 1 ? { seed } : {}),
    began,
    seconds: Math.round((performance.now() - start) / 1000),
    end: isStopped ? 'stopped' : status === 0 ? 'passed' : 'failed',
    last: last.replaceAll('|', '/'),
  }
}

function summary(): string {
  const [code, tests] = [linesOf(/\/(src|kernels)\//), linesOf(/\/test\//)]
  const days = night.portions.map(({ began }) => began.slice(0, 10))
  return [
    `Nightly run of ${[...new Set(days)].join(', ')}, seed ${night.seed}, Node ${process.version}.`,
    '',
    '| Suite | Run | Result | Seeds | Time | Last line |',
    '|---|---|---|---|---|---|',
    ...suites.map(rowOf),
    '',
    `Lines of code ${code}, lines of tests ${tests}: ${(tests / code).toFixed(2)} lines of tests per line of code.`,
    '',
  ].join('\n')
}

function rowOf(suite: Suite): string {
  const { portions, count } = finishedOf(suite)
  const failed = portions.filter(({ end }) => end === 'failed')
  const seeds = portions.flatMap(({ seed }) => seed ?? [])
  const cells = [
    suite.name,
    `${count} of ${totalOf(suite)}`,
    portions.length === 0
      ? 'not run'
      : failed.length === 0
        ? 'passed'
        : `FAILED (${failed.length} of ${portions.length} portions)`,
    seeds.length > 1 ? `${seeds[0]} to ${seeds.at(-1)}` : (seeds[0] ?? ''),
    duration(portions.reduce((sum, { seconds }) => sum + seconds, 0)),
    (failed[0] ?? portions.at(-1))?.last ?? '',
  ]
  return `| ${cells.join(' | ')} |`
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
