import { describe, expect, it } from 'vitest'
import { launchedRank, startMpi } from '../../src/mpi/start-mpi.ts'

describe('the launcher', () => {
  it('is known by its variables: Open MPI, PMI and PMIx', () => {
    expect(launchedRank({ OMPI_COMM_WORLD_RANK: '2', OMPI_COMM_WORLD_SIZE: '4' })).toBe(2)
    expect(launchedRank({ PMI_RANK: '1', PMI_SIZE: '2' })).toBe(1)
    expect(launchedRank({ PMIX_RANK: '0' })).toBe(0)
  })

  it('is not there by itself, in a batch script of Slurm, or for one process', () => {
    expect(launchedRank({})).toBeNull()
    expect(launchedRank({ SLURM_NTASKS: '4', SLURM_PROCID: '0' })).toBeNull()
    expect(launchedRank({ OMPI_COMM_WORLD_RANK: '0', OMPI_COMM_WORLD_SIZE: '1' })).toBeNull()
  })

  it('is needed for MPI to be loaded', async () => {
    expect(await startMpi({ MANYVIEW_MPI_LIBRARY: 'no-such-library.so' })).toBeNull()
    const launched = { PMI_RANK: '0', PMI_SIZE: '2', MANYVIEW_MPI_LIBRARY: 'no-such-library.so' }
    await expect(startMpi(launched)).rejects.toThrow('mpi: no MPI library is found (no-such-library.so)')
  })
})
