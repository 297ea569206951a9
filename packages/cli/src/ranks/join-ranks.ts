import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { type Dataset, type ReadOptions, readRows } from '@manyview/formats'
import { startMpi } from '@manyview/node'
import { type Communicator, InputError, type Method, oneProcess } from 'manyview'
import { openSources } from '../open-sources.ts'
import { type Input, readInput } from '../read-input.ts'

/** The processes of this fit, seen from the command. In one process everything is as if there were no ranks. */
export interface Ranks {
  readonly communicator: Communicator
  /** True on the process that prints and writes. */
  readonly first: boolean
  /** False where every process holds only some of the samples. */
  readonly holdsAll: boolean
  read(paths: readonly string[], options: ReadOptions, signal: AbortSignal): Promise<Input>
  /** Ends MPI in good order. */
  finish(): void
}

/** Joins the processes that `mpirun` or `srun` started, if there are any. Refuses what cannot be done over ranks. */
export async function joinRanks(method: Method, asked: Readonly<Record<string, unknown>>): Promise<Ranks> {
  const mpi = await startMpi(process.env)
  if (!mpi) return { communicator: oneProcess, first: true, holdsAll: true, read: readInput, finish() {} }
  const { communicator, finish } = mpi
  const rows = method.ranks === 'rows'
  for (const [flag, value] of Object.entries(asked))
    if (value !== undefined && value !== null)
      throw new InputError(`cannot be used over ${communicator.size} ranks, start it without MPI`, {
        code: 'ranks',
        argument: flag,
      })
  return {
    communicator,
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
  let input: Input | undefined
  const readWhole = async (): Promise<Dataset> => {
    input = await readInput(paths, options, signal)
    return input.dataset
  }
  const sources = paths.every(isPlainFile) ? await openSources(paths, signal) : []
  const dataset = await readRows(sources, options, communicator, readWhole)
  return { dataset, sources: input?.sources ?? sources }
}

/** A folder, a manifest and stdin are for the reader of one process. */
function isPlainFile(path: string): boolean {
  const folder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  return path !== '-' && basename(path) !== 'views.json' && !folder
}
