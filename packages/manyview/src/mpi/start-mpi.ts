import { writeSync } from 'node:fs'
import { loadMpi } from './mpi-library.ts'
import { MpiRanks } from './mpi-ranks.ts'

/** A fit that runs on several ranks. */
export interface MpiRun {
  readonly ranks: MpiRanks
  /** Ends MPI in good order; every rank calls it last. */
  finish(): void
}

/** Variables by which launchers tell a process its rank and how many there are: Open MPI's own, PMI of MPICH and Slurm, PMIx. */
const ranks = ['OMPI_COMM_WORLD_RANK', 'PMI_RANK', 'PMIX_RANK']
const sizes = ['OMPI_COMM_WORLD_SIZE', 'PMI_SIZE']

/**
 * Milliseconds that a rank waits for each rank before it (20 at most) before it complains: where several fail alike, the first has ended the job by then and the
 * message stands once. Before MPI has begun, processes can be seconds apart.
 */
const PATIENCE = 150
const PATIENCE_AT_START = 3000

let running: { abort(status: number): void } | null = null

/** The rank that the launcher gave this process; null where there is no launcher, or one process only. */
export function launchedRank(environment: NodeJS.ProcessEnv): number | null {
  const rank = ranks.map((name) => environment[name]).find((value) => value !== undefined)
  const size = sizes.map((name) => environment[name]).find((value) => value !== undefined)
  return rank === undefined || size === '1' ? null : Number(rank)
}

/** Joins the ranks that `mpirun` or `srun` started; null, and nothing is loaded, where there is no launcher or one process only. */
export async function startMpi(environment: NodeJS.ProcessEnv): Promise<MpiRun | null> {
  if (launchedRank(environment) === null) return null
  const mpi = await loadMpi(environment)
  const status = mpi.init()
  if (status !== 0) throw new Error(`MPI_Init failed with error ${status}`)
  running = mpi
  for (const event of ['uncaughtException', 'unhandledRejection'])
    process.on(event, (error) => abortJob(String((error as Error)?.message ?? error), 1, environment))
  return {
    ranks: new MpiRanks(mpi),
    finish() {
      running = null
      mpi.finalize()
    },
  }
}

/** Ends the job on all ranks at once: says on stderr which rank failed and why, then stops every other process. Never comes back. */
export function abortJob(message: string, status: number, environment: NodeJS.ProcessEnv): never {
  const rank = launchedRank(environment) ?? 0
  if (rank > 0)
    Atomics.wait(
      new Int32Array(new SharedArrayBuffer(4)),
      0,
      0,
      running ? PATIENCE * Math.min(rank, 20) : PATIENCE_AT_START,
    )
  writeSync(2, `manyview: rank ${rank}: ${message}\n`)
  running?.abort(status)
  process.exit(status)
}
