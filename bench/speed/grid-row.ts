import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { Kernels } from 'manyview'
import { dstlIterations, residentViews } from '../../packages/core/src/methods/dstl-iterations.ts'
import { Crew } from '../../packages/core/src/threads/crew.ts'
import { pairsOf } from './measure.ts'
import { writeView } from './npy.ts'
import { Peer } from './peer.ts'
import type { Row } from './rows.ts'
import { real } from './shapes.ts'

const LAMBDA = [1e-4, 5e-4, 1e-3, 5e-3, 1e-2, 5e-2, 1e-1, 5e-1, 1, 5]

/** The paper's grid of 10 × 10 settings on HW, 21 iterations each, against as many runs of numpy. Views are packed once. */
export const gridRow: Row = {
  name: 'grid',
  async run({ threads, pairs }) {
    const work = await real('HW', 0, 0)
    if (!work) return 'grid: HW is not in MANYVIEW_DATA, left out'
    const peer = Peer.start('dstl_numpy.py', ['numpy', 'scipy.sparse'])
    if (!peer) return 'grid: no numpy here, left out'
    const folder = mkdtempSync(`${tmpdir()}/manyview-speed-`)
    const settings = LAMBDA.flatMap((first) => LAMBDA.map((second): [number, number, number] => [first, second, 1e-4]))
    const kernels = await Kernels.load(undefined, threads > 1)
    const crew = Crew.start(threads, kernels)
    try {
      await peer.ask({ load: work.views.map((view, v) => writeView(folder, String(v), view)) })
      const ours = async () => {
        const start = kernels.mark()
        const started = performance.now()
        const views = residentViews(kernels, work.views)
        for (const [lambda1, lambda2, lambda3] of settings) {
          const mark = kernels.mark()
          const rest = { latentDimension: work.k, consensusRule: 'sum', variant: 'full' } as const
          const given = { lambda1, lambda2, lambda3, ...rest, tolerance: 0, maxIterations: 21 }
          const run = dstlIterations(kernels, views, given)
          while (!run.next().done);
          kernels.release(mark)
        }
        kernels.release(start)
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
      crew?.stop()
      peer.stop()
      rmSync(folder, { recursive: true })
    }
  },
}
