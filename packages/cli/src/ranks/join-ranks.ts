import { type Communicator, type Method, oneProcess } from '@manyview/core'
import { type ReadOptions, readRows } from '@manyview/formats'
import { startMpi } from '@manyview/node'
import { type Input, type OpenInput, openInput, readInput } from '../input/read-input.ts'

/** The processes of this fit, seen from the command. In one process everything is as if there were no ranks. */
export interface Ranks {
  readonly communicator: Communicator
  /** The processes that have their own samples each; one where every process holds all of them. */
  readonly rows: Communicator
  /** True on the process that prints and writes. */
  readonly first: boolean
  /** False where every process holds only some of the samples. */
  readonly holdsAll: boolean
  read(paths: readonly string[], options: ReadOptions, signal: AbortSignal): Promise<Input>
  /** Ends MPI in good order. */
  finish(): void
}

/** Joins the processes that `mpirun` or `srun` started, if there are any. */
export async function joinRanks(method: Method): Promise<Ranks> {
  const mpi = await startMpi(process.env)
  const alone = { communicator: oneProcess, rows: oneProcess, first: true, holdsAll: true }
  if (!mpi) return { ...alone, read: readInput, finish() {} }
  const { communicator, finish } = mpi
  const rows = method.ranks === 'rows'
  return {
    communicator,
    rows: rows ? communicator : oneProcess,
    first: communicator.rank === 0,
    holdsAll: !rows,
    read: rows ? (paths, options, signal) => readOwnRows(paths, options, signal, communicator) : readInput,
    finish,
  }
}

async function readOwnRows(
  paths: readonly string[],
  options: ReadOptions,
  signal: AbortSignal,
  communicator: Communicator,
): Promise<Input> {
  let whole: Input | undefined
  const readWhole = async () => {
    whole = await readInput(paths, options, signal)
    return whole.dataset
  }
  // What is piped in comes to rank 0 only.
  const piped: OpenInput = { files: [], manifest: null, sources: [], notes: [] }
  const { files, manifest, sources, notes } = paths.includes('-') ? piped : await openInput(paths, options, signal)
  const dataset = await readRows(files, options, communicator, readWhole, manifest)
  if (whole) return { dataset, sources: whole.sources }
  return { dataset: { ...dataset, notes: [...notes, ...dataset.notes] }, sources }
}
