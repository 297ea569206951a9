import { expect, it } from 'vitest'
import { type Evidence, evidenceFormat } from '../../src/evidence/evidence.ts'
import { namedGraphs } from '../../src/evidence/graphs.ts'
import { sumGraphs } from '../../src/graphs/sum-graphs.ts'
import type { SparseMatrix } from '../../src/numerics/linalg/sparse-matrix.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import { randomMatrix } from '../numerics/random-matrix.ts'
import { samplesInOrder } from '../samples-in-order.ts'

const kernels = await Kernels.load()
const samples = samplesInOrder(3)
const names = ['shape', 'colour', 'words']
const ring = (step: number): SparseMatrix => ({
  rows: 3,
  columns: 3,
  pointers: Uint32Array.of(0, 1, 2, 3),
  indices: Uint32Array.from([0, 1, 2], (i) => (i + step) % 3),
  values: Float64Array.of(0.5, 0.25, 1),
})
const [union, joint] = [ring(1), ring(2)]

it.each([false, true])('evidence is after it was saved what it was before (further scores: %s)', (isWide) => {
  const scores = names.map((_, v) => randomMatrix(3, 2, v))
  const evidence: Evidence = {
    samples,
    names,
    neighbours: 2,
    incomplete: true,
    weights: [1, 0.5, 2],
    scores,
    unit: [true, false, true],
    extraScores: isWide ? scores.map((own, v) => (v === 1 ? own : randomMatrix(3, 4, 10 + v))) : scores,
    present: [Uint8Array.of(1, 1, 1), Uint8Array.of(1, 0, 1), Uint8Array.of(0, 1, 1)],
    features: randomMatrix(3, 5, 20),
    outlierScores: Float64Array.of(0.1, -2, 3),
    graphs: namedGraphs(union, joint, sumGraphs(kernels, [union, joint], [1, 1])),
    recognised: [{ name: 'words', kind: 'counts' }],
    repeated: [['colour', 'shape']],
    relation: ['related', 'unrelated', 'unknown'],
    duplicates: [
      { first: 0, second: 1, except: null },
      { first: 1, second: 2, except: 0 },
      { first: 0, second: 2, except: 2 },
    ],
  }
  const format = evidenceFormat(kernels, samples, names)
  expect(format.restore(format.save(evidence))).toEqual(evidence)
})
