import type { DenseView, SparseView } from '@manyview/core'
import { Random } from '@manyview/core/numerics'
import type { Ranks } from '@manyview/core/runtime'
import { placeRows } from '../../../src/dataset/rows/place-rows.ts'

const [samples, features, total] = [53, 4, 60]

/** On every rank: what became of its rows, dense and sparse, sent in blocks of few numbers, as rows of text; all of them together on rank 0. */
export function run(ranks: Ranks): { dense: string[]; sparse: string[]; expected: string[] } {
  const random = new Random(8)
  const places = Array.from(random.permutation(total)).slice(0, samples)
  const targets = places.map((place) => (random.uniform() < 0.2 ? -1 : place))
  const data = Float64Array.from({ length: samples * features }, () => (random.uniform() < 0.4 ? 0 : random.uniform()))
  // Uneven, and none at all on the last rank.
  const bounds = [0, 7, 40, samples, samples, samples].slice(0, ranks.size)
  const [begin, end] = [bounds[ranks.rank], bounds[ranks.rank + 1] ?? samples]
  const own: DenseView = {
    data: data.subarray(begin * features, end * features),
    samples: end - begin,
    features,
    present: Uint8Array.from({ length: end - begin }, (_, i) => Number((begin + i) % 10 > 0)),
  }
  const expected = Array.from({ length: total }, (_, place) => {
    const row = targets.indexOf(place)
    return row < 0 || row % 10 === 0 ? 'lacking' : data.subarray(row * features, (row + 1) * features).join()
  })
  const moved = (view: DenseView | SparseView) => {
    const texts = rowsOf(placeRows(ranks, view, targets.slice(begin, end), total, null, 40) as typeof view)
    const bytes = ranks.gather(new TextEncoder().encode(texts.map((text) => `${text}\n`).join('')))
    return bytes ? new TextDecoder().decode(bytes).split('\n').slice(0, -1) : []
  }
  return { dense: moved(own), sparse: moved(sparse(own)), expected }
}

function sparse({ data, samples, features, present }: DenseView): SparseView {
  const rows = Array.from({ length: samples }, (_, i) =>
    Array.from({ length: features }, (_, j) => j).filter((j) => Number(data[i * features + j]) !== 0),
  )
  return {
    values: rows.flatMap((row, i) => row.map((j) => Number(data[i * features + j]))),
    indices: rows.flat(),
    pointers: [0, ...rows.map((_, i) => rows.slice(0, i + 1).flat().length)],
    samples,
    features,
    present,
  }
}

function rowsOf(view: DenseView | SparseView): string[] {
  return Array.from({ length: view.samples }, (_, i) => {
    if (view.present?.[i] === 0) return 'lacking'
    const row = new Float64Array(view.features)
    if ('pointers' in view)
      for (let p = view.pointers[i]; p < view.pointers[i + 1]; p++) row[view.indices[p]] = view.values[p]
    else for (let j = 0; j < view.features; j++) row[j] = Number(view.data[i * view.features + j])
    return row.join()
  })
}
