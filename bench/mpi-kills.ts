// Kills random ranks of fits: each job must end within 10 s without output and go on from its checkpoint. Needs a build.
// npm run bench mpi-kills -- --kills 50                        the labels must be those of an undisturbed run
// npm run bench mpi-kills -- --method consensus --kills 10     another method

import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { normal, Random } from '@manyview/core/numerics'
import { writeNpy } from '@manyview/formats'
import type { Ended } from '../packages/manyview/test/e2e/command.ts'
import { processOfRank, startRanks } from '../packages/manyview/test/e2e/mpirun.ts'

const { values: flags } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    seed: { type: 'string', default: '0' },
    method: { type: 'string', default: 'dstl' },
  },
})
/** Seconds in which a job must end. */
const PATIENCE = 10
const folder = mkdtempSync(join(tmpdir(), 'manyview-kills-'))
const random = new Random(Number(flags.seed))
const names = writeViews()
const fit = ['fit', ...names, '-k', '4', '--method', flags.method, '--threads', '1', '--write', 'none', '--quiet']
const settings: Record<string, string[]> = {
  dstl: ['lambda1=0.01', 'lambda2=0.1', 'tolerance=0', 'maxIterations=120'],
  consensus: ['sample=300'],
}
const long = [...fit, ...settings[flags.method].flatMap((setting) => ['--set', setting])]
const labelsIn = (out: string) => readFileSync(join(folder, out, 'labels.csv'), 'utf8')

const started = performance.now()
await startRanks(2, [...long, '--out', 'undisturbed'], { folder }).ended
const wholeTime = performance.now() - started
let [slowest, resumed, problems, early, stuck] = [0, 0, 0, 0, 0]
for (let kill = 1; kill <= Number(flags.kills); ) {
  const ranks = 2 + random.below(2)
  const [out, kept] = [`out-${kill}`, ['--checkpoint', `kept-${kill},0`]]
  const { child, ended } = startRanks(ranks, [...long, ...kept, '--out', out], { folder })
  await pause(random.uniform() * wholeTime)
  const victim = processOfRank(child.pid!, random.below(ranks))
  if (victim === null || existsSync(join(folder, out, 'labels.csv'))) {
    // Not yet started, or done already: nothing to kill.
    child.kill('SIGTERM')
    await endOf(child, ended, ranks)
    clean(kill)
    continue
  }
  process.kill(victim, 'SIGKILL')
  const killed = performance.now()
  const { code } = await endOf(child, ended, ranks)
  const seconds = (performance.now() - killed) / 1000
  slowest = Math.max(slowest, seconds)
  const whole = existsSync(join(folder, out, 'labels.csv'))
  if (code === 0 && !whole) complain(kill, 'ended well without output')
  if (existsSync(join(folder, `kept-${kill}`, 'manyview-checkpoint', 'checkpoint.json'))) resumed++
  else early++
  const again = await startRanks(1 + random.below(3), [...long, ...kept, '--out', out], { folder }).ended
  if (again.code !== 0) complain(kill, again.stderr)
  else if (labelsIn(out) !== labelsIn('undisturbed')) complain(kill, 'other labels than the undisturbed run')
  clean(kill)
  kill++
}
console.log(
  `${flags.kills} kills: slowest end ${slowest.toFixed(2)} s, ${resumed} went on from a checkpoint, ${early} from the beginning, ${problems} problems${stuck > 0 ? `, ${stuck} times mpirun itself hung without ranks` : ''}`,
)
rmSync(folder, { recursive: true })
process.exitCode = problems > 0 ? 1 : 0

/**
 * Waits for the end of a job. One whose ranks still run after the patience is a problem. Where none of them runs any more mpirun waits for itself: Open MPI 4.1 now and then does in `PMIx_server_finalize` when a rank dies
 * as it starts. Both are killed.
 */
async function endOf(child: ChildProcess, ended: Promise<Ended>, ranks: number): Promise<Ended> {
  const clock = setTimeout(() => {
    const left = Array.from({ length: ranks }, (_, rank) => processOfRank(child.pid!, rank)).filter((id) => id !== null)
    if (left.length > 0) {
      problems++
      console.error(`${left.length} of ${ranks} ranks still run after ${PATIENCE} s`)
    } else stuck++
    for (const id of left) process.kill(id, 'SIGKILL')
    child.kill('SIGKILL')
  }, 1000 * PATIENCE)
  const end = await ended
  clearTimeout(clock)
  return end
}

function complain(kill: number, message: string): void {
  problems++
  console.error(`kill ${kill}: ${message}`)
}

function clean(kill: number): void {
  for (const name of [`out-${kill}`, `kept-${kill}`]) rmSync(join(folder, name), { recursive: true, force: true })
}

function writeViews(): string[] {
  const samples = flags.method === 'dstl' ? 600 : 1800
  return [8, 12].map((d, v) => {
    const draws = new Random(1).split(v)
    const centres = Float64Array.from({ length: 4 * d }, () => 2 * normal(draws))
    const data = Float64Array.from({ length: samples * d }, (_, p) => {
      const label = Math.floor((4 * Math.floor(p / d)) / samples)
      return centres[label * d + (p % d)] + normal(draws)
    })
    writeFileSync(join(folder, `v${v}.npy`), writeNpy(data, [samples, d]))
    return `v${v}.npy`
  })
}
