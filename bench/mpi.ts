// Times DSTL with 1 and 2 ranks of one thread each: time, memory, and messages against their formula.
// npm run bench mpi                                                                the shape of NUSWIDEOBJ
// npm run bench mpi -- --shape small --ranks 1,2,4 --iterations 10 --rounds 2      another shape
// "computing" is processor time without messages, and "faster" behind it that of computing and messages together: what free cores would do, on a busy machine.
// "messages" is the time inside MPI when all ranks have met before every call; "waiting" is the time for which they waited for each other.
import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { callsAnIteration, megabytesOfRank, sentAnIteration, shapes } from './mpi/shapes.ts'

interface Found {
  ranks: number
  iteration: number
  seconds: number
  computing: number
  megabytes: number[]
  before: number[]
  bytes: number
  calls: number
  inside: number
  waiting: number
  moving: number
  network: { latency: number; rate: number }
}

const { values: flags } = parseArgs({
  options: {
    shape: { type: 'string', default: 'nuswide' },
    ranks: { type: 'string', default: '1,2' },
    iterations: { type: 'string', default: '16' },
    rounds: { type: 'string', default: '3' },
  },
})
const shape = shapes[flags.shape]
const counts = flags.ranks.split(',').map(Number)
const best = new Map<number, Found>()
// Sides take turns, so that a busy machine hurts all of them alike; the least of every figure counts.
for (let round = 0; round < Number(flags.rounds); round++)
  for (const ranks of counts) {
    const result = measure(ranks)
    const bestResult = best.get(ranks)
    best.set(ranks, bestResult ? better(bestResult, result) : result)
  }

const [first] = best.values()
table('ranks', (result) => String(result.ranks))
table('s an iteration', ({ iteration }) => iteration.toFixed(3))
table('  times as fast', ({ iteration }) => (first.iteration / iteration).toFixed(2))
table('  computing s', ({ computing }) => computing.toFixed(3))
table('  faster', ({ computing, moving }) => (first.computing / (computing + moving)).toFixed(2))
table('  in MPI s', ({ inside }) => inside.toFixed(4))
table('messages s', ({ moving }) => moving.toFixed(4))
table('  formula', (result) => formulaOf(result).toFixed(4))
table('  measured / it', (result) => (result.ranks === 1 ? '' : (result.moving / formulaOf(result)).toFixed(2)))
table('  waiting s', ({ waiting }) => waiting.toFixed(4))
table('calls', ({ calls }) => String(calls))
table('  formula', ({ ranks }) => String(ranks === 1 ? 0 : callsAnIteration(shape, ranks)))
table('sent MB', ({ bytes }) => (bytes / 1e6).toFixed(2))
table('  formula', ({ ranks }) => ((8 * sentAnIteration(shape, ranks)) / 1e6).toFixed(2))
table('MB of a rank', ({ megabytes }) => String(Math.max(...megabytes)))
table('  formula', ({ ranks }) => `${megabytesOfRank(shape, ranks).toFixed(0)} + Node`)
table('  1.2 · whole/p', ({ ranks }) => `${((1.2 * Math.max(...first.megabytes)) / ranks).toFixed(0)} + 100`)
table('latency µs', ({ network }) => (network.latency * 1e6).toFixed(1))
table('GB/s', ({ network }) => (network.rate ? ((8 * network.rate) / 1e9).toFixed(2) : ''))
table('s of the fit', ({ seconds }) => seconds.toFixed(1))

function table(title: string, text: (result: Found) => string): void {
  console.log([title.padEnd(16), ...[...best.values()].map((result) => text(result).padStart(12))].join(''))
}

/** Seconds that the messages of an iteration should take on this network. */
function formulaOf({ ranks, network }: Found): number {
  if (ranks === 1) return 0
  return callsAnIteration(shape, ranks) * network.latency + sentAnIteration(shape, ranks) / network.rate
}

/** The lesser of every time; memory and network of the later one. */
function better(a: Found, b: Found): Found {
  const least = (key: 'iteration' | 'seconds' | 'computing' | 'inside' | 'waiting' | 'moving') => ({
    [key]: Math.min(a[key], b[key]),
  })
  return Object.assign(
    {},
    b,
    ...(['iteration', 'seconds', 'computing', 'inside', 'waiting', 'moving'] as const).map(least),
  )
}

function measure(ranks: number): Found {
  const program = ['--import', 'tsx', 'bench/mpi/rank.ts', flags.shape, flags.iterations]
  const launcher = ['--allow-run-as-root', '--oversubscribe', '-n', String(ranks), process.execPath]
  const output = execFileSync('mpirun', [...launcher, ...program], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return JSON.parse(output)
}
