export { MpiCommunicator, type Traffic } from './mpi-communicator.ts'
export { abortJob, launchedRank, type MpiRun, startMpi } from './start-mpi.ts'
