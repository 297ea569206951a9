import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { Matrix } from '@manyview/core'
import { isSparse } from '@manyview/core/numerics'
import { Kernels } from '@manyview/core/runtime'
import { type DstlState, dstlIterations, residentViews } from '../../packages/core/src/dstl/iterations.ts'
import { ThreadPool } from '../../packages/core/src/runtime/threads/thread-pool.ts'
import { type Figure, pairsOf } from './measure.ts'
import { readNpy, writeUnitViews } from './npy.ts'
import { Peer } from './peer.ts'
import type { Row } from './rows.ts'
import { generated, real, type Work } from './shapes.ts'

/** Iterations per fit on both sides. */
const ITERATIONS = 21
/** Results may differ by so much, in single precision. */
const ALIKE = 1e-5

/** DSTL against numpy on the same views, from the same start, with the same λ: 21 iterations, no k-means on either side. */
export const dstlRows: Row[] = [
  row('BBCSport', () => real('BBCSport', 1, 5), { dense: 10, sparse: 3 }),
  row('NGs', () => real('NGs', 1, 5), { dense: 10, sparse: 3 }),
  row('HW', () => real('HW', 5e-4, 5e-2), { dense: 4 }),
  row('CCV', () => real('CCV', 1e-2, 5), { dense: 4 }),
  row('NUSWIDEOBJ', () => generated(30_000, [64, 225, 144, 73, 128], 31), { dense: 2 }),
  row('Caltech101', () => generated(9_144, [48, 40, 254, 512, 928], 102), { dense: 1.5 }),
  row('Animal', () => generated(11_673, [2689, 2000, 2001, 2000], 20), { dense: 1, single: 2 }),
  row('MITIndoor', () => generated(5_360, [4096, 3600, 1770, 1240], 67), { dense: 1, single: 2 }),
]

interface Targets {
  dense: number
  sparse?: number
  single?: number
}

function row(name: string, load: () => Work | null | Promise<Work | null>, targets: Targets): Row {
  return {
    name,
    async run({ threads, pairs }) {
      const work = await load()
      if (!work) return `${name}: not in MANYVIEW_DATA, left out`
      const peer = Peer.start('dstl_numpy.py', ['numpy', 'scipy.sparse'])
      if (!peer) return `${name}: no numpy here, left out (python3-numpy and python3-scipy, or PYTHON)`
      const folder = mkdtempSync(`${tmpdir()}/manyview-speed-`)
      try {
        await peer.ask({ load: writeUnitViews(folder, work.views) })
        return { figures: await compare(name, work, targets, peer, folder, threads, pairs) }
      } finally {
        peer.stop()
        rmSync(folder, { recursive: true })
      }
    },
  }
}

async function compare(
  name: string,
  work: Work,
  targets: Targets,
  peer: Peer,
  folder: string,
  threads: number,
  pairs: number,
): Promise<Figure[]> {
  const kernels = await Kernels.load('simd', threads > 1)
  const crew = large(work) ? ThreadPool.start(threads, kernels) : null
  const command = { lambda: work.lambda, k: work.k, iterations: ITERATIONS }
  const figures: Figure[] = []
  try {
    for (const [against, target] of Object.entries(targets) as [keyof Targets, number][]) {
      const numpy = { run: { ...command, sparse: against === 'sparse' } }
      await peer.ask(numpy)
      await peer.ask({ save: folder })
      const mine = () => timedFit(kernels, work, against === 'single')
      const difference = compareStates(mine().state(), folder)
      if (difference > ALIKE) throw new Error(`${name}: results differ by ${difference}, so that times say nothing`)
      const times = await pairsOf(
        pairs,
        async () => mine().seconds,
        async () => (await peer.ask(numpy)).seconds,
      )
      const { bytes } = await peer.ask({ memory: true })
      const memory: [number, number] = [kernels.memory.buffer.byteLength, bytes]
      const what = against === 'sparse' ? 'numpy, scipy.sparse' : against === 'single' ? 'numpy (ours single)' : 'numpy'
      figures.push({ row: name, what, ...times, target, difference, memory })
    }
  } finally {
    crew?.stop()
  }
  return figures
}

/** The rule of the method itself: threads only where they pay. */
function large({ views, k }: Work): boolean {
  const work = views.reduce((total, view) => {
    const entries = isSparse(view) ? view.values.length : view.data.length
    return total + 2 * entries * k + 20 * view.rows * k
  }, 0)
  return work > 3e6
}

function timedFit(
  kernels: Kernels,
  { views, k, lambda }: Work,
  single: boolean,
): { seconds: number; state(): DstlState } {
  const mark = kernels.mark()
  const started = performance.now()
  const run = dstlIterations(kernels, residentViews(kernels, views, single ? 'single' : 'double'), {
    lambda1: lambda[0],
    lambda2: lambda[1],
    lambda3: lambda[2],
    latentDimension: k,
    consensusRule: 'sum',
    variant: 'full',
    tolerance: 0,
    maxIterations: ITERATIONS,
  })
  let step = run.next()
  while (!step.done) step = run.next()
  const seconds = (performance.now() - started) / 1000
  kernels.release(mark)
  return { seconds, state: () => step.value }
}

/** Largest difference of H and Y, over the largest number in each. */
function compareStates({ H, Y }: DstlState, folder: string): number {
  const theirs = readNpy(`${folder}/H.npy`)
  const each = H.map((h, v) => difference(h, theirs.subarray(v * h.data.length, (v + 1) * h.data.length)))
  return Math.max(...each, difference(Y, readNpy(`${folder}/Y.npy`)))
}

function difference({ data }: Matrix, other: Float64Array): number {
  let largest = 0
  let apart = 0
  for (let i = 0; i < data.length; i++) {
    largest = Math.max(largest, Math.abs(data[i]))
    apart = Math.max(apart, Math.abs(data[i] - other[i]))
  }
  return apart === 0 ? 0 : apart / largest
}
