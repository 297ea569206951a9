// Runs a fit on four hosts joined by TCP with 1 ms and 1 Gbit/s: the labels of one process, and the time per iteration against its formula.
// npm run bench mpi-hosts                                      Linux, as root, with Open MPI and a build; hosts are network namespaces
// npm run bench mpi-hosts -- --shape small --iterations 5      smaller data, fewer iterations

import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { normal, Random } from '@manyview/core/numerics'
import { writeNpy } from '@manyview/formats'
import { sentAnIteration, shapes } from './mpi/shapes.ts'

const { values: flags } = parseArgs({
  options: {
    shape: { type: 'string', default: 'small' },
    iterations: { type: 'string', default: '5' },
    delay: { type: 'string', default: '1' },
    megabits: { type: 'string', default: '1000' },
  },
})
const hosts = 4
const root = fileURLToPath(new URL('..', import.meta.url))
const command = join(root, 'packages/manyview/bin/manyview.js')
const folder = mkdtempSync(join(tmpdir(), 'manyview-hosts-'))
const network = spawn(
  process.execPath,
  ['--import', 'tsx', join(root, 'bench/mpi/switch.ts'), String(hosts), flags.delay, flags.megabits],
  { cwd: root, env: { ...process.env, UV_THREADPOOL_SIZE: '32' }, stdio: ['pipe', 'pipe', 'inherit'] },
)
try {
  await new Promise<void>((resolve, reject) => {
    network.stdout.once('data', () => resolve())
    network.once('exit', () =>
      reject(new Error('there is no network: are network namespaces and /dev/net/tun allowed here?')),
    )
  })
  sameLabels()
  timeOfAnIteration()
} finally {
  network.stdin.end()
  if (network.exitCode === null) await new Promise((resolve) => network.once('exit', resolve))
  for (let h = 0; h < hosts; h++) execFileSync('ip', ['netns', 'del', `mvhost${h}`], { stdio: 'ignore' })
  rmSync(folder, { recursive: true })
}

/** Runs a Node program with one rank on each host; TCP alone, so that nothing goes round the network. */
function onHosts(program: readonly string[]): string {
  const agent = join(folder, 'agent.sh')
  // What mpirun takes for ssh: a shell in the namespace of that address, under a host name of its own.
  const lines = [
    '#!/bin/sh',
    'h=$(($(echo "$1" | sed "s/.*[.]//") - 1)); shift',
    'exec ip netns exec mvhost$h unshare --uts sh -c "hostname mvhost$h; $*"',
  ]
  writeFileSync(agent, lines.join('\n'))
  chmodSync(agent, 0o755)
  const addresses = Array.from({ length: hosts }, (_, h) => `10.77.0.${h + 1}:1`)
  const options = {
    plm_rsh_agent: agent,
    btl: 'tcp,self',
    pml: 'ob1',
    mpi_yield_when_idle: '1',
    btl_tcp_if_include: '10.77.0.0/24',
    oob_tcp_if_include: '10.77.0.0/24',
  }
  const mca = Object.entries(options).flatMap(([name, value]) => ['--mca', name, value])
  const launcher = ['mpirun', '--allow-run-as-root', '--quiet', '-H', addresses.join(), '-n', String(hosts), ...mca]
  return execFileSync('ip', ['netns', 'exec', 'mvhost0', ...launcher, process.execPath, ...program], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

function sameLabels(): void {
  const samples = 500
  const files = [10, 16].map((d, v) => {
    const draws = new Random(1).split(v)
    const centres = Float64Array.from({ length: 5 * d }, () => 2 * normal(draws))
    const data = Float64Array.from({ length: samples * d }, (_, p) => {
      const label = Math.floor((5 * Math.floor(p / d)) / samples)
      return centres[label * d + (p % d)] + normal(draws)
    })
    const path = join(folder, `v${v}.npy`)
    writeFileSync(path, writeNpy(data, [samples, d]))
    return path
  })
  const programFor = (out: string) => [
    command,
    'fit',
    ...files,
    '-k',
    '5',
    '--method',
    'dstl',
    '--set',
    'lambda2=0.1',
    '--threads',
    '1',
    '--write',
    'none',
    '-q',
    '--out',
    join(folder, out),
  ]
  execFileSync(process.execPath, programFor('alone'))
  onHosts(programFor('hosts'))
  const [alone, together] = ['alone', 'hosts'].map((out) => readFileSync(join(folder, out, 'labels.csv'), 'utf8'))
  console.log(`labels on ${hosts} hosts: ${alone === together ? 'the same as in one process' : 'DIFFERENT'}`)
  if (alone !== together) process.exitCode = 1
}

function timeOfAnIteration(): void {
  const result = JSON.parse(onHosts(['--import', 'tsx', 'bench/mpi/rank.ts', flags.shape, flags.iterations]))
  const { iteration, waiting, moving, calls, bytes, network } = result
  const formula = calls * network.latency + sentAnIteration(shapes[flags.shape], hosts) / network.rate
  console.log(
    `network as measured: ${(network.latency * 1000).toFixed(2)} ms a call, ${((64 * network.rate) / 1e6).toFixed(0)} Mbit/s out of a host`,
  )
  console.log(
    `an iteration: ${iteration.toFixed(3)} s, of which ${moving.toFixed(3)} s for messages (formula ${formula.toFixed(3)} s) and ${waiting.toFixed(3)} s waiting for other ranks; sent ${(bytes / 1e6).toFixed(2)} MB a host`,
  )
}
