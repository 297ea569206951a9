import { Kernels } from '../kernels/kernels.ts'
import { type KmeansBoard, workOff } from '../kmeans/kmeans-jobs.ts'
import { drain } from '../steps.ts'
import type { CrewMessage } from './crew.ts'
import { onMessage } from './host.ts'
import { type Instances, kernelList, stayAtBoard } from './work-board.ts'

// The program of a thread. A message is a board of jobs to help with, a memory to know, or a board of kernel calls to stay at.
let own: Promise<Kernels> | undefined
const instances: Instances[number][] = []
onMessage(async (data) => {
  const message = data as KmeansBoard | CrewMessage
  if ('memory' in message) {
    const { memory, module } = message as { memory: WebAssembly.Memory; module: WebAssembly.Module }
    instances.push(kernelList(new WebAssembly.Instance(module, { env: { memory } }).exports))
  } else if ('since' in message) stayAtBoard(message.board, instances, message.thread, message.since)
  else {
    own ??= Kernels.load()
    drain(workOff(await own, message))
  }
})
