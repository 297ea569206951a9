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
    const halves = part.allocate(rows)
    const pieces = Array.from({ length: 100 }, (_, i) => i * 50)
    for (let round = 0; round < 40; round++) {
      halves.f64.fill(0)
      part.share(
        'halfSquares',
        pieces.map((row) => [block.pointer + 8 * columns * row, 50, columns, halves.pointer + 8 * row]),
      )
      // Threads take a moment to start; without it this one would do all the work alone.
      if (crew) await new Promise((resolve) => setTimeout(resolve, 50))
      // The threads leave the kernel calls for a message and come back.
      if (round === 20) crew?.post({ jobs: [], counters: new Int32Array(new SharedArrayBuffer(8)) })
    }
    sums.push(halves.f64.join())
  }
  if (crew?.failed) sums.push('a thread did not start')
  crew?.stop()
  return sums.join()
}

const [alone, together] = [await run(1), await run(3)]
console.log(alone === together ? 'same' : 'different')
