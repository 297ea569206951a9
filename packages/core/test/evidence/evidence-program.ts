// Run on every rank by evidence-over-ranks.test.ts: the evidence of samples of which this rank has its share.
import { isDeepStrictEqual } from 'node:util'
import {
  describeSamples,
  type Evidence,
  everywhere,
  evidenceFormat,
  gatherEvidence,
} from '../../src/evidence/evidence.ts'
import { orderViews } from '../../src/evidence/order.ts'
import { type Matrix, matrix } from '../../src/numerics/linalg/matrix.ts'
import type { SparseMatrix } from '../../src/numerics/linalg/sparse-matrix.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import type { Ranks } from '../../src/runtime/ranks/ranks.ts'
import { share } from '../../src/runtime/ranks/share.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { makeRuntime } from '../../src/runtime/runtime.ts'
import type { SampleOrder } from '../../src/runtime/samples.ts'
import { runToEnd } from '../../src/runtime/steps.ts'
import { takeSamples } from '../../src/views/gather-samples.ts'
import type { NamedMatrix, PreparedViews } from '../../src/views/prepare-views.ts'
import { sparseRows } from '../../src/views/sparse-rows.ts'

/** What ranks find together. */
export interface FoundEvidence {
  order: SampleOrder
  warnings: readonly string[]
  /** All that every rank has once it has all samples. */
  evidence: Omit<Evidence, 'samples'>
  /** Outlier scores of all samples in the order of the input, and copies. */
  described: ReturnType<typeof describeSamples>
  /** True where the evidence of this rank is the same after it was saved and restored. */
  isRestored: boolean
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
  const repeated = blobs(80, 5, 6)
  const near = matrix(
    80,
    5,
    repeated.data.map((value, p) => value + 1e-4 * (p % 3)),
  )
  const random = new Random(7)
  const noise = matrix(
    80,
    5,
    Float64Array.from({ length: 400 }, () => normal(random)),
  )
  const marks = (step: number) => Uint8Array.from({ length: 90 }, (_, i) => (i % step === 1 ? 0 : 1))
  return {
    'identical samples': named({ one, two, constant: matrix(151, 3) }),
    'sparse and dense views': named({ words, few: blobs(90, 2, 4), many: blobs(90, 120, 5) }),
    'views that repeat each other, and noise': named({ b: repeated, a: near, noise, c: blobs(80, 4, 8) }),
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

export async function run(ranks: Ranks = singleProcess): Promise<Record<string, FoundEvidence>> {
  const kernels = await Kernels.load()
  return Object.fromEntries(Object.entries(cases()).map(([name, input]) => [name, evidenceOf(ranks, kernels, input)]))
}

function evidenceOf(ranks: Ranks, kernels: Kernels, input: PreparedViews): FoundEvidence {
  const { begin, end } = share(input.samples, ranks.size, ranks.rank)
  const rows = Array.from({ length: end - begin }, (_, i) => begin + i)
  const own = input.views.map((view) => takeSamples(zeroed(view), rows))
  const rt = makeRuntime({ kernels, device: null, random: new Random(5), ranks })
  const options = { effort: 'full', neighbours: 10, sample: null, viewWeights: null }
  const ordered = runToEnd(orderViews(rt, { samples: rows.length, ids: [], views: own }, options))
  const evidence = runToEnd(gatherEvidence(rt, ordered, options, 3))
  const format = evidenceFormat(kernels, ordered.samples, evidence.names)
  const { samples: _, ...found } = everywhere(evidence)
  const { outlierScores, duplicates } = describeSamples(evidence)
  return {
    order: ordered.samples.order,
    warnings: ordered.warnings,
    evidence: found,
    described: { outlierScores: ranks.allGather(outlierScores), duplicates },
    isRestored: isDeepStrictEqual(format.restore(format.save(evidence)), evidence),
  }
}
