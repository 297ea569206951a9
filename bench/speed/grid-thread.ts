import { parentPort } from 'node:worker_threads'
import { Kernels } from '@manyview/core/runtime'
import { dstlIterations, residentViews } from '../../packages/core/src/dstl/iterations.ts'
import type { Work } from './shapes.ts'

/** A grid whose settings threads take one by one; `taken` is shared and counts them. */
export interface Grid {
  work: Pick<Work, 'views' | 'k'>
  settings: [number, number, number][]
  taken: Int32Array
}

/** Packs the views and does fits of 21 iterations as long as there are settings that nobody has taken. */
export function fitGrid(kernels: Kernels, { work, settings, taken }: Grid): void {
  const start = kernels.mark()
  const views = residentViews(kernels, work.views)
  for (let g = Atomics.add(taken, 0, 1); g < settings.length; g = Atomics.add(taken, 0, 1)) {
    const [lambda1, lambda2, lambda3] = settings[g]
    const mark = kernels.mark()
    const settingsOfWork = { latentDimension: work.k, consensusRule: 'sum', variant: 'full' } as const
    const run = dstlIterations(kernels, views, {
      lambda1,
      lambda2,
      lambda3,
      ...settingsOfWork,
      tolerance: 0,
      maxIterations: 21,
    })
    while (!run.next().done);
    kernels.release(mark)
  }
  kernels.release(start)
}

// As the program of a thread: every message is a grid to help with, and is answered when no setting is left.
if (parentPort) {
  const port = parentPort
  const loaded = Kernels.load()
  port.on('message', async (grid: Grid) => {
    fitGrid(await loaded, grid)
    port.postMessage('done')
  })
}
