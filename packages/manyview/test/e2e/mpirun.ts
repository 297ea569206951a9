import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Ended } from './command.ts'

const command = fileURLToPath(new URL('../../bin/manyview.js', import.meta.url))

/** True where MPI programs can be started; tests that need them say so when they skip. */
export const hasMpirun = (() => {
  try {
    execFileSync('mpirun', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

if (!hasMpirun) console.warn('there is no mpirun: tests over MPI are skipped')

/** Starts a Node program (by default the built command) on several ranks of this machine, however few cores it has. */
export function startRanks(
  ranks: number,
  args: readonly string[],
  { folder, program = command }: { folder: string; program?: string },
): { child: ChildProcess; ended: Promise<Ended> } {
  // Ranks that wait give their core to others, since there may be more ranks than cores.
  const polite = ['--oversubscribe', '--mca', 'mpi_yield_when_idle', '1']
  const flags = ['--allow-run-as-root', '--quiet', ...polite, '-n', String(ranks)]
  const child = spawn('mpirun', [...flags, process.execPath, program, ...args], { cwd: folder })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text
  })
  child.stdin.end()
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
  return { child, ended }
}

/** The process of a rank among those that `mpirun` (this process id) started; null while there is none. Linux only. */
export function processOfRank(mpirun: number, rank: number): number | null {
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1]
      const environment = readFileSync(`/proc/${name}/environ`, 'latin1').split('\0')
      if (Number(parent) === mpirun && environment.includes(`OMPI_COMM_WORLD_RANK=${rank}`)) return Number(name)
    } catch {
      // It ended meanwhile.
    }
  }
  return null
}
