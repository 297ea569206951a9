// Run by crew.test.ts with tsx, since a thread needs a program on disk: prints what the same work gives with one thread and with three.
import './threads-from-sources.ts'
import { Kernels } from '../../src/kernels/kernels.ts'
import { Crew } from '../../src/threads/crew.ts'

const rows = 5000
const columns = 7
const values = Float64Array.from({ length: rows * columns }, (_, i) => ((i * 7919) % 1009) / 1009)

async function run(threads: number): Promise<string> {
  const kernels = await Kernels.load(undefined, true)
  const crew = Crew.start(threads, kernels)
  const sums: string[] = []
  for (const part of [kernels, kernels.another()]) {
    const block = part.copyIn(values)
    const pieces = Array.from({ length: 100 }, (_, i) => i * 50 * columns * 8)
    for (let round = 0; round < 40; round++) {
      block.f64.set(values)
      part.share(
        'projectRows',
        pieces.map((offset) => [block.pointer + offset, 50, columns]),
      )
      // Threads take a moment to start; without it this one would do all the work alone.
      if (crew) await new Promise((resolve) => setTimeout(resolve, 50))
      // The threads leave the kernel calls for a message and come back.
      if (round === 20) crew?.post({ jobs: [], counters: new Int32Array(new SharedArrayBuffer(8)) })
    }
    sums.push(block.f64.join())
  }
  if (crew?.failed) sums.push('a thread did not start')
  crew?.stop()
  return sums.join()
}

const [alone, together] = [await run(1), await run(3)]
console.log(alone === together ? 'same' : 'different')
