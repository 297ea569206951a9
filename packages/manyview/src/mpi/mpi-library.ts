import { InputError } from '@manyview/core'
import type { LibraryHandle, TypeObject } from 'koffi'

type Koffi = typeof import('koffi')

/** The functions of an MPI library that we use, and its handles; every function gives back MPI's error number. */
export interface MpiLibrary {
  /** What the library calls itself. */
  readonly version: string
  readonly world: unknown
  readonly types: { readonly double: unknown; readonly int: unknown; readonly byte: unknown }
  init(): number
  finalize(): number
  abort(status: number): number
  rank(): number
  size(): number
  barrier(): number
  broadcast(values: unknown, count: number, type: unknown): number
  gather(send: unknown, count: number, receive: unknown, counts: Int32Array, places: Int32Array, type: unknown): number
  allGather(
    send: unknown,
    count: number,
    receive: unknown,
    counts: Int32Array,
    places: Int32Array,
    type: unknown,
  ): number
  allToAll(
    send: unknown,
    sendCounts: Int32Array,
    sendPlaces: Int32Array,
    receive: unknown,
    counts: Int32Array,
    places: Int32Array,
    type: unknown,
  ): number
}

/** Open MPI 4 and 5 and their kin; then MPICH and those that share its binary interface (Intel MPI, MVAPICH, Cray). */
const openMpiNames = ['libmpi.so.40', 'libmpi.40.dylib']
const mpichNames = ['libmpich.so.12', 'libmpi.so.12', 'libmpi.12.dylib']

/**
 * Loads the MPI library of this machine through koffi: the one that `MANYVIEW_MPI_LIBRARY` names, else the first that is found; the launcher's own kind goes first.
 * Which handles it takes (addresses with Open MPI, numbers with MPICH) is told by its version text.
 */
export async function loadMpi(environment: NodeJS.ProcessEnv): Promise<MpiLibrary> {
  const koffi = await loadKoffi()
  const library = open(koffi, environment)
  const version = versionOf(library)
  return /Open MPI/i.test(version) ? bind(library, version, openMpiHandles(library)) : bindMpich(library, version)
}

async function loadKoffi(): Promise<Koffi> {
  try {
    return await import('koffi')
  } catch {
    throw problem('the optional package koffi is not installed, install it: npm install koffi')
  }
}

function open(koffi: Koffi, environment: NodeJS.ProcessEnv): LibraryHandle {
  const library = environment.MANYVIEW_MPI_LIBRARY
  const openMpiFirst = environment.OMPI_COMM_WORLD_SIZE !== undefined
  const usual = openMpiFirst ? [...openMpiNames, ...mpichNames] : [...mpichNames, ...openMpiNames]
  const names = library ? [library] : [...usual, 'libmpi.so']
  for (const name of names) {
    try {
      // Open MPI's own plug-ins look its symbols up globally.
      return koffi.load(name, { global: true })
    } catch {
      // The next name.
    }
  }
  throw problem(
    `no MPI library is found (${names.join(', ')}), install Open MPI or MPICH, or name it with MANYVIEW_MPI_LIBRARY`,
  )
}

function versionOf(library: LibraryHandle): string {
  const text = new Uint8Array(8192)
  const length = new Int32Array(1)
  library.func('int MPI_Get_library_version(void *text, void *length)')(text, length)
  return new TextDecoder().decode(text.subarray(0, length[0])).replace(/\0.*$/s, '').trim()
}

interface Handles {
  handle: 'void *' | 'int'
  world: unknown
  double: unknown
  int: unknown
  byte: unknown
}

/** Open MPI: a handle is the address of a variable. */
function openMpiHandles(library: LibraryHandle): Handles {
  const address = (name: string) => library.symbol(`ompi_mpi_${name}`)
  return {
    handle: 'void *',
    world: address('comm_world'),
    double: address('double'),
    int: address('int'),
    byte: address('byte'),
  }
}

/** MPICH: a handle is a number that its binary interface fixes. */
function bindMpich(library: LibraryHandle, version: string): MpiLibrary {
  if (!/MPICH|Intel|MVAPICH|Cray/i.test(version))
    throw problem(`the MPI library calls itself "${version.slice(0, 80)}", which is neither Open MPI nor MPICH`)
  return bind(library, version, {
    handle: 'int',
    world: 0x44000000,
    double: 0x4c00080b,
    int: 0x4c000405,
    byte: 0x4c00010d,
  })
}

function bind(library: LibraryHandle, version: string, handles: Handles): MpiLibrary {
  const { handle, world } = handles
  const declare = (name: string, ...parameters: (string | TypeObject)[]) => library.func(name, 'int', parameters)
  const init = declare('MPI_Init', 'void *', 'void *')
  const finalize = declare('MPI_Finalize')
  const abort = declare('MPI_Abort', handle, 'int')
  const commRank = declare('MPI_Comm_rank', handle, 'void *')
  const commSize = declare('MPI_Comm_size', handle, 'void *')
  const barrier = declare('MPI_Barrier', handle)
  const broadcast = declare('MPI_Bcast', 'void *', 'int', handle, 'int', handle)
  const gatherParameters = ['void *', 'int', handle, 'void *', 'void *', 'void *', handle]
  const gather = declare('MPI_Gatherv', ...gatherParameters, 'int', handle)
  const allGather = declare('MPI_Allgatherv', ...gatherParameters, handle)
  const allToAll = declare(
    'MPI_Alltoallv',
    ...['void *', 'void *', 'void *', handle, 'void *', 'void *', 'void *', handle],
    handle,
  )
  const ask = (call: (world: unknown, value: Int32Array) => number) => {
    const value = new Int32Array(1)
    call(world, value)
    return value[0]
  }
  return {
    version,
    world,
    types: handles,
    init: () => init(null, null),
    finalize: () => finalize(),
    abort: (status) => abort(world, status),
    rank: () => ask(commRank),
    size: () => ask(commSize),
    barrier: () => barrier(world),
    broadcast: (values, count, type) => broadcast(values, count, type, 0, world),
    gather: (send, count, receive, counts, places, type) =>
      gather(send, count, type, receive, counts, places, type, 0, world),
    allGather: (send, count, receive, counts, places, type) =>
      allGather(send, count, type, receive, counts, places, type, world),
    allToAll: (send, sendCounts, sendPlaces, receive, counts, places, type) =>
      allToAll(send, sendCounts, sendPlaces, type, receive, counts, places, type, world),
  }
}

function problem(message: string): InputError {
  return new InputError(message, { code: 'mpi', argument: 'mpi' })
}
