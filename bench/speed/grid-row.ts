import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import workerThreads from 'node:worker_threads'
import { Kernels } from '@manyview/core/runtime'
import { fitGrid } from './grid-thread.ts'
import { pairsOf } from './measure.ts'
import { writeUnitViews } from './npy.ts'
import { Peer } from './peer.ts'
import type { Row } from './rows.ts'
import { real } from './shapes.ts'

/** Values of λ₁ and λ₂ in the grid of the paper. */
const LAMBDA = [1e-4, 5e-4, 1e-3, 5e-3, 1e-2, 5e-2, 1e-1, 5e-1, 1, 5]

/** The paper's grid of 10 × 10 settings on HW, 21 iterations each, against as many runs of numpy: one fit per thread, each thread with packed views of its own. */
export const gridRow: Row = {
  name: 'grid',
  async run({ threads, pairs }) {
    const work = await real('HW', 0, 0)
    if (!work) return 'grid: HW is not in MANYVIEW_DATA, left out'
    const peer = Peer.start('dstl_numpy.py', ['numpy', 'scipy.sparse'])
    if (!peer) return 'grid: no numpy here, left out'
    const folder = mkdtempSync(`${tmpdir()}/manyview-speed-`)
    const settings = LAMBDA.flatMap((first) => LAMBDA.map((second): [number, number, number] => [first, second, 1e-4]))
    const kernels = await Kernels.load()
    const helpers = Array.from(
      { length: threads - 1 },
      () => new workerThreads.Worker(new URL('./grid-thread.js', import.meta.url)),
    )
    try {
      await peer.ask({ load: writeUnitViews(folder, work.views) })
      const ours = async () => {
        const started = performance.now()
        const grid = {
          work: { views: work.views, k: work.k },
          settings,
          taken: new Int32Array(new SharedArrayBuffer(4)),
        }
        const ends = helpers.map((helper) => {
          helper.postMessage(grid)
          return new Promise((resolve, reject) => helper.once('message', resolve).once('error', reject))
        })
        fitGrid(kernels, grid)
        await Promise.all(ends)
        return (performance.now() - started) / 1000
      }
      const theirs = async () => {
        let seconds = 0
        for (const lambda of settings)
          seconds += (await peer.ask({ run: { lambda, k: work.k, iterations: 21 } })).seconds
        return seconds
      }
      const times = await pairsOf(Math.min(pairs, 3), ours, theirs)
      const about = { row: 'grid', what: '100 runs of numpy', target: 8, difference: null, memory: null }
      return { figures: [{ ...about, ...times }] }
    } finally {
      for (const helper of helpers) await helper.terminate()
      peer.stop()
      rmSync(folder, { recursive: true })
    }
  },
}
