import { type Instances, kernelList, stayAtBoard } from './call-queue.ts'
import { onMessage } from './host.ts'
import type { ThreadMessage } from './thread-pool.ts'

// The program of a thread. A message is a memory to know, a board of kernel calls to stay at, or to forget all memories.
const instances: Instances[number][] = []
onMessage((data) => {
  const message = data as ThreadMessage
  if (message === 'forget') instances.length = 0
  else if ('memory' in message) {
    const { memory, module } = message as { memory: WebAssembly.Memory; module: WebAssembly.Module }
    instances.push(kernelList(new WebAssembly.Instance(module, { env: { memory } }).exports))
  } else stayAtBoard(message.board, instances, message.thread, message.since)
})
