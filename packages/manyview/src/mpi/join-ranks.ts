import type { Communicator, Method } from '@manyview/core'
import { oneProcess } from '@manyview/core/numerics'
import { startMpi } from './start-mpi.ts'

/** The processes of this fit, seen from the command. In one process everything is as if there were no ranks. */
export interface Ranks {
  readonly communicator: Communicator
  /** The processes that have their own samples each; one where every process holds all of them. */
  readonly rows: Communicator
  /** True on the process that prints and writes. */
  readonly first: boolean
  /** False where every process holds only some of the samples. */
  readonly holdsAll: boolean
  /** Ends MPI in good order. */
  finish(): void
}

/** Joins the processes that `mpirun` or `srun` started, if there are any. */
export async function joinRanks(method: Method): Promise<Ranks> {
  const mpi = await startMpi(process.env)
  const alone = { communicator: oneProcess, rows: oneProcess, first: true, holdsAll: true }
  if (!mpi) return { ...alone, finish() {} }
  const { communicator, finish } = mpi
  const rows = method.ranks === 'rows'
  return {
    communicator,
    rows: rows ? communicator : oneProcess,
    first: communicator.rank === 0,
    holdsAll: !rows,
    finish,
  }
}
