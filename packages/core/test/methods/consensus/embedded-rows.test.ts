import { beforeAll, describe, expect, it } from 'vitest'
import { unitRows } from '../../../src/data/scale.ts'
import { nearestNeighbours } from '../../../src/graph/nearest-neighbours.ts'
import { neighbourGraph } from '../../../src/graph/neighbour-graph.ts'
import { Kernels } from '../../../src/kernels/kernels.ts'
import { type Matrix, matrix, multiplyTranspose } from '../../../src/linalg/matrix.ts'
import { embeddedRows } from '../../../src/methods/consensus/embedded-rows.ts'
import { embed, scoresOfFiltered } from '../../../src/methods/consensus/embeddings.ts'
import { normal } from '../../../src/random/normal.ts'
import { Random } from '../../../src/random/random.ts'
import { oneProcess } from '../../../src/ranks/one-process.ts'
import { drain } from '../../drain.ts'

const SAMPLES = 320
const CLUSTERS = 4
let kernels: Kernels

beforeAll(async () => {
  kernels = await Kernels.load()
})

/** Unit rows around four centres. */
function points(features: number): Matrix {
  const random = new Random(2)
  const centres = Float64Array.from({ length: CLUSTERS * features }, () => 2 * normal(random))
  const data = matrix(SAMPLES, features)
  for (let p = 0; p < data.data.length; p++)
    data.data[p] = centres[(Math.floor(p / features) % CLUSTERS) * features + (p % features)] + normal(random)
  return unitRows(data)
}

describe.each([3, 6, 60])('embeddedRows(kernels, functions, features) of %i features', (features) => {
  it('has the coordinates and the distances of embed, whichever rows are read', () => {
    const given = points(features)
    const graph = neighbourGraph(kernels, drain(nearestNeighbours(kernels, given, 10)), SAMPLES)
    const { basis, spectral, filtered } = drain(embed(kernels, graph, given, CLUSTERS, new Random(3)))
    const { values, vectors } = basis
    const functions = { values, vectors: { ...vectors, data: new Float32Array(vectors.data) } }
    const mark = kernels.mark()
    const rows = drain(embeddedRows(kernels, functions, given, scoresOfFiltered(CLUSTERS), oneProcess))
    expect(rows.columns).toBe(spectral.columns + filtered.columns)
    const all = drain(rows.take(Uint32Array.from({ length: SAMPLES }, (_, i) => i))).data
    const part = (first: number, last: number) =>
      matrix(
        SAMPLES,
        last - first,
        all.filter((_, p) => p % rows.columns >= first && p % rows.columns < last),
      )
    const own = part(0, spectral.columns)
    own.data.forEach((value, p) => {
      expect(Math.abs(value - spectral.data[p])).toBeLessThan(1e-5)
    })
    // Axes may point the other way, products of rows stay.
    const [found, expected] = [part(spectral.columns, rows.columns), filtered].map((a) => multiplyTranspose(a, a))
    for (let p = 0; p < found.data.length; p += 7) expect(Math.abs(found.data[p] - expected.data[p])).toBeLessThan(1e-4)
    const places = Uint32Array.of(5, 319, 0, 64)
    const taken = drain(rows.take(places))
    places.forEach((place, i) => {
      const row = taken.data.slice(i * rows.columns, (i + 1) * rows.columns)
      expect(row).toEqual(all.slice(place * rows.columns, (place + 1) * rows.columns))
    })
    const singles = kernels.allocate(160 * rows.columns)
    rows.singlesInto(3, 310, singles)
    expect(singles.f32.slice(0, 307 * rows.columns)).toEqual(
      Float32Array.from(all.subarray(3 * rows.columns, 310 * rows.columns)),
    )
    kernels.release(mark)
  })
})
