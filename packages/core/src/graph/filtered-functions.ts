import type { Block, Kernels } from '../kernels/kernels.ts'
import { ResidentMatrix, type SingleMatrix } from '../kernels/resident-matrix.ts'
import { workRanges } from '../kernels/work-ranges.ts'
import { chebyshevSteps } from '../linalg/chebyshev-steps.ts'
import { columnsOf } from '../linalg/columns-of.ts'
import { largestEigenFast } from '../linalg/largest-eigen-fast.ts'
import { type Matrix, matrix } from '../linalg/matrix.ts'
import { ritzPairs } from '../linalg/ritz-pairs.ts'
import type { SparseMatrix } from '../linalg/sparse-matrix.ts'
import type { Progress } from '../progress.ts'
import type { Random } from '../random/random.ts'
import type { Communicator } from '../ranks/communicator.ts'
import { oneProcess } from '../ranks/one-process.ts'
import { placesIn } from '../ranks/places-in.ts'
import { share } from '../ranks/share.ts'

/** Functions beside those that are wanted, at the least: they take up what lies next to these. */
const SPARE = 8
/** Times the functions are filtered, and products with the graph each time: functions that count by λ⁴ are then found to 0.2 of their length at the worst, mostly to 0.02. */
const TURNS = 2
const DEGREE = 8
/** What the first filter dampens: functions of such eigenvalues count for less than a hundredth. */
const FIRST_CUT = 0.3
/** What the filter of a graph much like another one dampens, as a part of the least eigenvalue there: its own may be lower by so much. */
const LIKELY_CUT = 0.75
/** Rows in double precision at a time. */
const AT_A_TIME = 1 << 14

/** Functions of a graph (own × any, one per column) and their eigenvalues. */
export interface LikelyFunctions {
  values: Float64Array
  vectors: SingleMatrix
}

/** What is known of the functions of a graph, and how they are best kept. */
export interface FunctionHints {
  /** As many functions of a graph that is much like this one as are wanted: one filter is enough then. */
  likely?: LikelyFunctions
  /** The sample at each place in memory, neighbours close to each other: products are several times faster where functions are larger than caches, and the same. In one process only. */
  order?: Uint32Array
  /** What rows and columns of the graph are multiplied by, for all nodes: so the product need not be held. */
  scales?: Float64Array
}

/**
 * The `count` leading eigenpairs of a symmetric graph with eigenvalues from −1 to 1 (n×n, own rows over ranks), roughly: subspace iteration with Chebyshev filters in single precision, 18 products with about 4/3 · count
 * functions. `start` are functions (rows × own) that are known or likely; the others start at random. O(edges · count + n · count²), memory for 3 · n · count numbers of single precision.
 */
export function* filteredFunctions(
  kernels: Kernels,
  graph: SparseMatrix,
  count: number,
  random: Random,
  start: Matrix,
  communicator: Communicator = oneProcess,
  { likely, order = Uint32Array.from({ length: graph.rows }, (_, i) => i), scales }: FunctionHints = {},
): Generator<Progress, { values: Float64Array; vectors: Matrix }> {
  const { rows } = graph
  const width = Math.ceil((count + SPARE) / 8) * 8
  const turns = likely ? 1 : TURNS
  const turn = { stage: 'eigenvectors', iteration: 1, total: turns }
  const mark = kernels.mark()
  const places = placesIn(order)
  const step = stepOf(kernels, graph, width, order, places, communicator, scales)
  let [now, other] = [kernels.allocate((rows * width) / 2), kernels.allocate((rows * width) / 2)]
  const own = share(graph.columns, communicator.size, communicator.rank)
  startInto(now.f32, start, likely?.vectors, width, random, places, own, graph.columns)
  other.f32.fill(0)
  yield turn
  let cut = likely ? LIKELY_CUT * cutAt(likely.values.at(-1)!) : FIRST_CUT
  for (turn.iteration = 1; ; turn.iteration++) {
    for (const { a, b, c } of chebyshevSteps(cut, DEGREE)) {
      step(now, other, a, b, c)
      ;[now, other] = [other, now]
      yield turn
    }
    step(now, other, 1, 0, 0)
    yield turn
    const { squares, images } = innerProducts(kernels, now, other, width)
    communicator.allReduceSum(squares.data)
    communicator.allReduceSum(images.data)
    const { values, combinations } = ritzPairs(squares, images, (a, some) => largestEigenFast(kernels, a, some))
    yield turn
    if (turn.iteration === turns) {
      const vectors = matrix(rows, count)
      combine(kernels, now, columnsOf(combinations, 0, count), (some, begin) =>
        scatterInto(vectors, some, begin, order),
      )
      kernels.release(mark)
      return { values: values.slice(0, count), vectors }
    }
    const turned = other.f32
    combine(kernels, now, combinations, (some, at) => turned.set(some.data, at * width))
    ;[now, other] = [other, now]
    yield turn
    cut = cutAt(values[width - 1])
  }
}

function cutAt(value: number): number {
  return Math.min(Math.max(value, -0.5), 0.98)
}

/** Puts rows begin, begin + 1, … in memory to where their samples stand. */
function scatterInto(target: Matrix, { rows, columns, data }: Matrix, begin: number, order: Uint32Array): void {
  for (let i = 0, p = 0; i < rows; i++)
    for (let j = 0, q = order[begin + i] * columns; j < columns; j++) target.data[q++] = data[p++]
}

type Step = (from: Block, to: Block, a: number, b: number, c: number) => void

/** to ← a·graph·from + b·from + c·to for own rows of functions. */
function stepOf(
  kernels: Kernels,
  graph: SparseMatrix,
  width: number,
  order: Uint32Array,
  places: Uint32Array,
  communicator: Communicator,
  scales?: Float64Array,
): Step {
  const { rows, columns } = graph
  const entries = graph.values.length
  const values = kernels.allocate(Math.ceil(entries / 2))
  const indices = kernels.allocate(Math.ceil(entries / 2))
  const pointers = kernels.allocate(Math.ceil((rows + 1) / 2))
  const { begin } = share(columns, communicator.size, communicator.rank)
  const moved = communicator.size > 1 ? null : places
  layOut(graph, order, moved, values.f32, indices.i32, pointers.i32, scales, begin)
  const all = communicator.size > 1 ? kernels.allocate((columns * width) / 2) : null
  const ranges = workRanges(rows, 4, (entries / Math.max(rows, 1)) * width)
  const sparse = [values.pointer, indices.pointer, pointers.pointer] as const
  return (from, to, a, b, c) => {
    // The same bytes as whole numbers, which ranks can send.
    all?.i32.set(communicator.allGather(from.i32.slice()))
    const x = (all ?? from).pointer
    kernels.share(
      'filterGraph',
      ranges.map((range) => [...sparse, x, from.pointer, width, to.pointer, a, b, c, ...range]),
    )
  }
}

/**
 * The rows of a graph one after the other in an order, their entries where they were in the row, so that sums stay what they are, times the scales of their nodes; `begin` is the first own row. `places` are those of the
 * columns; null: as they stand.
 */
function layOut(
  graph: SparseMatrix,
  order: Uint32Array,
  places: Uint32Array | null,
  values: Float32Array,
  indices: Int32Array,
  pointers: Int32Array,
  scales: Float64Array | undefined,
  begin: number,
): void {
  let next = 0
  pointers[0] = 0
  for (let row = 0; row < order.length; row++) {
    const scale = scales ? scales[begin + order[row]] : 1
    for (let p = graph.pointers[order[row]]; p < graph.pointers[order[row] + 1]; p++) {
      const column = graph.indices[p]
      values[next] = graph.values[p] * (scale * (scales ? scales[column] : 1))
      indices[next++] = places ? places[column] : column
    }
    pointers[row + 1] = next
  }
}

/** Own rows of the functions to begin with, one per column: those given, those that are likely, and random signs. The signs of all rows are drawn, so that any number of ranks starts alike. */
function startInto(
  target: Float32Array,
  given: Matrix,
  likely: SingleMatrix | undefined,
  width: number,
  random: Random,
  places: Uint32Array,
  own: { begin: number; end: number },
  total: number,
): void {
  const known = Math.min(given.rows, width)
  const further = Math.min(likely?.columns ?? 0, width - known)
  // Where nothing is likely, signs that given functions then replace are drawn too: results stay those of earlier versions.
  const first = further > 0 ? known + further : 0
  const size = 1 / Math.sqrt(total)
  let bits = 0
  for (let i = 0, draw = 0; i < total; i++)
    for (let j = first; j < width; j++, draw++) {
      bits = draw % 32 === 0 ? random.integer() : bits >>> 1
      if (i >= own.begin && i < own.end) target[places[i - own.begin] * width + j] = bits & 1 ? size : -size
    }
  for (let i = 0; i < given.columns; i++) {
    const to = places[i] * width
    for (let j = 0; j < known; j++) target[to + j] = given.data[j * given.columns + i]
    for (let j = 0; j < further; j++) target[to + known + j] = likely!.data[i * likely!.columns + j]
  }
}

/** XᵀX and Xᵀ·Y (width×width) of functions and their images, rows × width each. */
function innerProducts(kernels: Kernels, x: Block, y: Block, width: number): { squares: Matrix; images: Matrix } {
  const squares = matrix(width, width)
  const images = matrix(width, width)
  eachPart(kernels, x, width, (resident, part) => {
    addInto(squares, resident.square()!)
    const image = new Float64Array(y.f32.subarray(part.begin * width, part.end * width))
    addInto(images, resident.transposeMultiply(matrix(resident.rows, width, image)))
  })
  return { squares, images }
}

/** Shows `see` the products of functions (rows × width) with `factor`, some rows at a time, and where these begin. */
function combine(kernels: Kernels, x: Block, factor: Matrix, see: (some: Matrix, begin: number) => void): void {
  eachPart(kernels, x, factor.rows, (resident, { begin }) => see(resident.multiply(factor), begin))
}

function eachPart(
  kernels: Kernels,
  x: Block,
  width: number,
  see: (resident: ResidentMatrix, part: { begin: number; end: number }) => void,
): void {
  const rows = (2 * x.length) / width
  for (let begin = 0; begin < rows; begin += AT_A_TIME) {
    const end = Math.min(begin + AT_A_TIME, rows)
    const mark = kernels.mark()
    const data = new Float64Array(x.f32.subarray(begin * width, end * width))
    see(new ResidentMatrix(kernels, matrix(end - begin, width, data)), { begin, end })
    kernels.release(mark)
  }
}

function addInto(target: Matrix, { data }: Matrix): void {
  for (let p = 0; p < data.length; p++) target.data[p] += data[p]
}
