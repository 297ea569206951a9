// Run on every rank by graphs-over-ranks.test.ts: the default method up to its graphs, with this rank's samples.
import type { NamedMatrix, PreparedViews } from '../../src/data/prepare-views.ts'
import { sparseRows } from '../../src/data/sparse-rows.ts'
import { takeSamples } from '../../src/data/take-samples.ts'
import { Kernels } from '../../src/kernels/kernels.ts'
import { type Matrix, matrix } from '../../src/linalg/matrix.ts'
import type { HeldRows } from '../../src/linalg/rows.ts'
import type { SparseMatrix } from '../../src/linalg/sparse-matrix.ts'
import { canonicalViews, inInputOrder } from '../../src/methods/consensus/canonical-views.ts'
import { readyViews } from '../../src/methods/consensus/ready-views.ts'
import { viewGraphs } from '../../src/methods/consensus/view-graphs.ts'
import { normal } from '../../src/random/normal.ts'
import { Random } from '../../src/random/random.ts'
import type { Communicator } from '../../src/ranks/communicator.ts'
import { gatherRows } from '../../src/ranks/gather-rows.ts'
import { oneProcess } from '../../src/ranks/one-process.ts'
import { reorderSamples } from '../../src/ranks/reorder-samples.ts'
import { share } from '../../src/ranks/share.ts'
import { drain } from '../drain.ts'

/** What ranks find together. */
export interface FoundGraphs {
  views: string[]
  samples: Uint32Array
  twins: Uint32Array
  data: (Matrix | SparseMatrix)[]
  warnings: string[]
  /** Names of the views that repeat each other or are noise. */
  said: unknown
  scores: Float64Array[]
  features: Float64Array
  graphs: SparseMatrix[]
  /** The canonical positions as results, back in the order of the input. */
  back: { labels: Int32Array; places: Float64Array }
}

function blobs(samples: number, features: number, seed: number): Matrix {
  const random = new Random(seed)
  const centres = Float64Array.from({ length: 3 * features }, () => 3 * normal(random))
  const data = Float64Array.from(
    { length: samples * features },
    (_, p) => centres[(Math.floor(p / features) % 3) * features + (p % features)] + normal(random),
  )
  return matrix(samples, features, data)
}

function named(data: Record<string, Matrix | SparseMatrix>, present: (Uint8Array | null)[] = []): PreparedViews {
  const views = Object.entries(data).map(([name, values], v) => ({ name, data: values, present: present[v] ?? null }))
  return { samples: views[0].data.rows, ids: [], views }
}

/** Cases by name. */
export function cases(): Record<string, PreparedViews> {
  const one = blobs(151, 12, 1)
  // Every third sample is one of two, so that identical ones lie on every rank.
  for (let i = 0; i < 151; i += 3) one.data.copyWithin(i * 12, (i % 2) * 12, (i % 2) * 12 + 12)
  const two = blobs(151, 7, 2)
  for (let i = 0; i < 151; i += 3) two.data.copyWithin(i * 7, (i % 2) * 7, (i % 2) * 7 + 7)
  const words = sparseRows(
    matrix(
      90,
      30,
      blobs(90, 30, 3).data.map((value) => Math.max(Math.floor(value - 2), 0)),
    ),
  )
  const marks = (step: number) => Uint8Array.from({ length: 90 }, (_, i) => (i % step === 1 ? 0 : 1))
  return {
    'identical samples': named({ one, two, constant: matrix(151, 3) }),
    'sparse and dense views': named({ words, few: blobs(90, 2, 4), many: blobs(90, 120, 5) }),
    'views that repeat each other': named({ b: blobs(80, 5, 6), a: blobs(80, 5, 6), noise: blobs(80, 5, 7) }),
    'samples that lack views': named({ one: blobs(90, 8, 8), two: blobs(90, 5, 9) }, [marks(4), marks(5)]),
    'three samples': named({ one: blobs(3, 4, 10), two: blobs(3, 2, 11) }),
    'more blocks than one': named({ one: blobs(1300, 6, 12) }),
  }
}

/** Zeros where a sample lacks the view, as methods see it. */
function zeroed(view: NamedMatrix): NamedMatrix {
  const { data, present } = view
  if (!present || !('data' in data)) return view
  const values = data.data.map((value, p) => (present[Math.floor(p / data.columns)] ? value : 0))
  return { ...view, data: { ...data, data: values } }
}

export async function run(communicator: Communicator = oneProcess): Promise<Record<string, FoundGraphs>> {
  const kernels = await Kernels.load()
  return Object.fromEntries(
    Object.entries(cases()).map(([name, input]) => [name, graphsOf(communicator, kernels, input)]),
  )
}

function graphsOf(communicator: Communicator, kernels: Kernels, input: PreparedViews): FoundGraphs {
  const { begin, end } = share(input.samples, communicator.size, communicator.rank)
  const rows = Array.from({ length: end - begin }, (_, i) => begin + i)
  const own = input.views.map((view) => takeSamples(zeroed(view), rows))
  const viewWeights = Object.fromEntries(input.views.map(({ name }, v) => [name, 1 + v]))
  const canonical = drain(canonicalViews({ samples: rows.length, ids: [], views: own }, { viewWeights }, communicator))
  const { views, order, warnings } = canonical
  const ready = drain(readyViews(kernels, canonical, new Random(5), communicator))
  const seen = drain(viewGraphs(kernels, ready, 10, new Random(5), true, communicator))
  const mine = share(input.samples, communicator.size, communicator.rank)
  const positions = Array.from({ length: mine.end - mine.begin }, (_, i) => mine.begin + i)
  const back = inInputOrder(
    {
      labels: Int32Array.from(positions, () => 0),
      memberships: null,
      confidence: Float64Array.from(positions),
      embedding: null,
      details: {},
    },
    order,
    1,
    communicator,
  )
  return {
    views: views.map((view) => view.name),
    samples: order.samples,
    twins: order.twins,
    data: views.map((view) => {
      const { data } = drain(reorderSamples(communicator, view, order.samples)).view
      return gatherRows(communicator, data as HeldRows)
    }),
    warnings,
    said: [seen.repeated, seen.unrelated],
    scores: seen.scores.map((scores) => communicator.allGather(scores.data)),
    features: communicator.allGather(seen.features.data),
    graphs: seen.graphs.map(({ graph }) => gatherRows(communicator, graph)),
    back: { labels: communicator.allGather(back.labels), places: communicator.allGather(back.confidence!) },
  }
}
