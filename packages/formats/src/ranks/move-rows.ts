import { type Communicator, type DenseView, type Share, type SparseView, shares } from 'manyview'

/** Values that travel at once: 64 MiB of doubles. */
const BLOCK = 1 << 23

/**
 * Brings rows that lie on the ranks in their order, `counts[r]` of them on rank r, into even shares. Dense rows travel in blocks of 64 MiB, so that beside
 * the rows themselves little memory is needed; sparse rows at once.
 */
export function moveRows(
  communicator: Communicator,
  view: DenseView | SparseView,
  counts: readonly number[],
): DenseView | SparseView {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const targets = shares(total, communicator.size)
  const held = heldRows(counts)
  if (targets.every(({ begin, end }, r) => begin === held[r].begin && end === held[r].end)) return view
  return 'pointers' in view
    ? moveSparse(communicator, view, held, targets)
    : moveDense(communicator, view, held, targets)
}

function heldRows(counts: readonly number[]): Share[] {
  let begin = 0
  return counts.map((count) => {
    const rows = { begin, end: begin + count }
    begin += count
    return rows
  })
}

function moveDense(communicator: Communicator, view: DenseView, held: Share[], targets: Share[]): DenseView {
  const { rank, size } = communicator
  const { features } = view
  const [from, to] = [held[rank], targets[rank]]
  const total = targets[size - 1].end
  const result = new Float64Array((to.end - to.begin) * features)
  const height = Math.max(1, Math.floor(BLOCK / features))
  for (let begin = 0; begin < total; begin += height) {
    const block = { begin, end: Math.min(begin + height, total) }
    const mine = overlap(from, block)
    const wanted = overlap(to, block)
    const send = new Float64Array(length(mine) * features)
    const first = (mine.begin - from.begin) * features
    for (let i = 0; i < send.length; i++) send[i] = view.data[first + i]
    const at = (wanted.begin - to.begin) * features
    communicator.allToAll(
      send,
      targets.map((target) => length(overlap(mine, target)) * features),
      result.subarray(at, at + length(wanted) * features),
      held.map((source) => length(overlap(wanted, source)) * features),
    )
  }
  return { data: result, samples: to.end - to.begin, features }
}

function moveSparse(communicator: Communicator, view: SparseView, held: Share[], targets: Share[]): SparseView {
  const { rank } = communicator
  const [from, to] = [held[rank], targets[rank]]
  const lengths = Float64Array.from({ length: view.samples }, (_, i) => view.pointers[i + 1] - view.pointers[i])
  const moved = moveDense(communicator, { data: lengths, samples: view.samples, features: 1 }, held, targets)
  const samples = to.end - to.begin
  const pointers = new Uint32Array(samples + 1)
  for (let i = 0; i < samples; i++) pointers[i + 1] = pointers[i] + moved.data[i]
  const sendCounts = targets.map((target) => {
    const rows = overlap(from, target)
    return length(rows) && view.pointers[rows.end - from.begin] - view.pointers[rows.begin - from.begin]
  })
  const receiveCounts = held.map((source) => {
    const rows = overlap(to, source)
    return length(rows) && pointers[rows.end - to.begin] - pointers[rows.begin - to.begin]
  })
  const values = new Float64Array(pointers[samples])
  const indices = new Int32Array(pointers[samples])
  communicator.allToAll(Float64Array.from(view.values), sendCounts, values, receiveCounts)
  communicator.allToAll(Int32Array.from(view.indices), sendCounts, indices, receiveCounts)
  return { values, indices, pointers, samples, features: view.features }
}

function overlap(a: Share, b: Share): Share {
  const begin = Math.max(a.begin, b.begin)
  return { begin, end: Math.max(begin, Math.min(a.end, b.end)) }
}

function length({ begin, end }: Share): number {
  return end - begin
}
