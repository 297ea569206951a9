export { MpiRanks, type Traffic } from './mpi-ranks.ts'
export { abortJob, launchedRank, type MpiRun, startMpi } from './start-mpi.ts'
