// npm run bench:mpi                 DSTL on the shape of NUSWIDEOBJ with 1 and 2 ranks, one thread each: time, memory, and messages against their formula
// "computing" is processor time without messages; the second "faster" is of it and the formula for messages: what two free cores would do, on a busy machine.
// npm run bench:mpi -- --shape small --ranks 1,2,4 --iterations 5 --rounds 2
import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { callsAnIteration, sentAnIteration, shapes } from './mpi/shapes.ts'

interface Found {
  ranks: number
  iteration: number
  seconds: number
  computing: number
  megabytes: number[]
  bytes: number
  calls: number
  inside: number
  network: { latency: number; rate: number }
}

const { values: flags } = parseArgs({
  options: {
    shape: { type: 'string', default: 'nuswide' },
    ranks: { type: 'string', default: '1,2' },
    iterations: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '2' },
  },
})
const shape = shapes[flags.shape]
const counts = flags.ranks.split(',').map(Number)
const best = new Map<number, Found>()
// Sides take turns, so that a busy machine hurts all of them alike; the fastest counts.
for (let round = 0; round < Number(flags.rounds); round++)
  for (const ranks of counts) {
    const found = measure(ranks)
    const known = best.get(ranks)
    if (!known || found.iteration < known.iteration) best.set(ranks, found)
  }

const [first] = best.values()
console.log('ranks  s/iteration  faster  computing s  faster  s/fit  MB a rank     sent MB  formula  in MPI s  formula')
for (const found of best.values()) {
  const { ranks, iteration, seconds, computing, megabytes, bytes, calls, inside, network } = found
  const doubles = sentAnIteration(shape, ranks)
  const time = ranks === 1 ? 0 : calls * network.latency + doubles / network.rate
  console.log(
    [
      String(ranks).padStart(5),
      iteration.toFixed(3).padStart(11),
      (first.iteration / iteration).toFixed(2).padStart(6),
      computing.toFixed(3).padStart(11),
      (first.computing / (computing + time)).toFixed(2).padStart(6),
      seconds.toFixed(1).padStart(5),
      megabytes.join(' ').padEnd(12),
      (bytes / 1e6).toFixed(2).padStart(7),
      ((8 * doubles) / 1e6).toFixed(2).padStart(7),
      inside.toFixed(4).padStart(8),
      time.toFixed(4).padStart(8),
    ].join('  '),
  )
  if (ranks > 1)
    console.log(
      `       calls ${calls} (formula ${callsAnIteration(shape)}), latency ${(network.latency * 1e6).toFixed(0)} µs, ${((8 * network.rate) / 1e9).toFixed(2)} GB/s`,
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
