import { Random } from '@manyview/core/numerics'
import type { GpuDevice } from '@manyview/gpu'
import { bits } from '../../packages/gpu/src/dense/bits.ts'
import {
  emptyWide,
  firstColumns,
  gramWide,
  multiplyWide,
  unitRowsOf,
} from '../../packages/gpu/src/dense/wide-matrix.ts'
import { graphStepKernel } from '../../packages/gpu/src/graph/graph-kernels.ts'
import { measureLists } from '../../packages/gpu/src/lists/list-squares.ts'
import { driven } from './driven.ts'
import { randomMatrix } from './random-matrix.ts'
import { reportRate } from './report-rate.ts'

/** Links per node, eigenvectors and features, as a million samples in three views have them. */
const [LINKS, FUNCTIONS, FEATURES] = [40, 56, 100]
/** Candidates per node whose distances are measured. */
const NEIGHBOURS = 16

/** Times the kernels of graphs on n nodes: milliseconds, bytes per second and operations per second. */
export async function timeGraph(device: GpuDevice, n: number): Promise<void> {
  const { card } = device
  const room = card.room()
  const random = new Random(1)
  const some = (rows: number, columns: number) => randomMatrix(random, rows, columns)
  const links = n * LINKS
  // Neighbours lie anywhere: samples are in no order of their clusters.
  const anywhere = (count: number) => room.written(count, Uint32Array, (to) => fill(to, random, n))
  const indices = anywhere(links)
  const near = anywhere(n * NEIGHBOURS)
  const pointers = room.written(n + 1, Uint32Array, (to) => {
    for (let i = 0; i <= n; i++) to[i] = i * LINKS
  })
  const values = room.written(links, Float32Array, (to) => void to.fill(1 / LINKS))
  const [v, out] = [emptyWide(card, room, n, FUNCTIONS), emptyWide(card, room, n, FUNCTIONS)]
  const features = emptyWide(card, room, n, FEATURES)
  const squares = room.empty(n * NEIGHBOURS)
  const [narrow, wide] = [4 * n * FUNCTIONS, 4 * n * FEATURES]
  const step = () => {
    for (const [p, { buffer, width }] of v.parts.entries()) {
      const buffers = [pointers, indices, values, buffer, out.parts[p].buffer]
      card.run(graphStepKernel, [n, width / 4, ...bits(1, 0, 0)], buffers, Math.ceil((n * width) / 4 / 256))
    }
  }
  const graph = 4 * n + 8 * links
  const product = 2 * links * FUNCTIONS
  await reportRate(device, `graph × ${FUNCTIONS} functions, each once`, graph + 4 * narrow, product, step)
  await reportRate(device, 'the same, rows by links', graph + (LINKS + 3) * narrow, product, step)
  const turn = some(FUNCTIONS, FUNCTIONS)
  await reportRate(device, 'functions turned', 2 * narrow, 2 * n * FUNCTIONS ** 2, () => {
    const inner = card.room()
    multiplyWide(card, inner, out, v, turn)
    inner.free()
  })
  const filter = some(40, FEATURES)
  await reportRate(device, 'filter: functions × spectrum', narrow + wide, 2 * n * 40 * FEATURES, () => {
    const inner = card.room()
    multiplyWide(card, inner, features, firstColumns(v, 40), filter)
    inner.free()
  })
  await reportRate(device, 'features in unit rows', 3 * wide, 3 * n * FEATURES, () => {
    const inner = card.room()
    unitRowsOf(card, inner, features)
    inner.free()
  })
  const started = performance.now()
  const turned = { stage: 'bench', iteration: 0, total: 1 }
  for (let i = 0; i < 5; i++) await driven(device, gramWide(card, v, features, turned))
  console.log(`  functionsᵀ × features, brought back ${((performance.now() - started) / 5).toFixed(2)} ms`)
  const rows = (2 * NEIGHBOURS * n * FEATURES * 4) / 2
  await reportRate(
    device,
    `${NEIGHBOURS} candidates measured, rows by list`,
    rows + wide,
    3 * NEIGHBOURS * n * FEATURES,
    () => measureLists(card, features, near, NEIGHBOURS, squares),
  )
  room.free()
}

function fill(to: Uint32Array, random: Random, below: number): void {
  for (let p = 0; p < to.length; p++) to[p] = random.below(below)
}
