import type { Method } from '@manyview/core'
import type { Ranks } from '@manyview/core/runtime'
import { singleProcess } from '@manyview/core/runtime'
import { startMpi } from './start-mpi.ts'

/** The processes of this fit, seen from the command. In one process everything is as if there were no ranks. */
export interface Job {
  readonly ranks: Ranks
  /** The processes that have their own samples each; one where every process holds all of them. */
  readonly rows: Ranks
  /** True on the process that prints and writes. */
  readonly first: boolean
  /** False where every process holds only some of the samples. */
  readonly holdsAll: boolean
  /** Ends MPI in good order. */
  finish(): void
}

/** Joins the processes that `mpirun` or `srun` started, if there are any. */
export async function joinRanks(method: Method): Promise<Job> {
  const mpi = await startMpi(process.env)
  const singleJob = { ranks: singleProcess, rows: singleProcess, first: true, holdsAll: true }
  if (!mpi) return { ...singleJob, finish() {} }
  const { ranks, finish } = mpi
  const rows = method.ranks === 'rows'
  return {
    ranks,
    rows: rows ? ranks : singleProcess,
    first: ranks.rank === 0,
    holdsAll: !rows,
    finish,
  }
}
