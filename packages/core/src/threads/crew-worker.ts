import { type KmeansBoard, workOff } from '../cluster/kmeans-jobs.ts'
import { Kernels } from '../kernels/kernels.ts'
import { onMessage } from './host.ts'

// The program of a thread: every message is a board of jobs to help with.
onMessage(async (board) => {
  const steps = workOff(await Kernels.load(), board as KmeansBoard)
  while (!steps.next().done);
})
