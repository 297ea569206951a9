import type { Block, Kernels } from '../kernels/kernels.ts'
import { ResidentMatrix } from '../kernels/resident-matrix.ts'
import { workRanges } from '../kernels/work-ranges.ts'
import { chebyshevSteps } from '../linalg/chebyshev-steps.ts'
import { columnsOf } from '../linalg/columns-of.ts'
import { type Matrix, matrix } from '../linalg/matrix.ts'
import { ritzPairs } from '../linalg/ritz-pairs.ts'
import type { SparseMatrix } from '../linalg/sparse-matrix.ts'
import type { Progress } from '../progress.ts'
import type { Random } from '../random/random.ts'
import type { Communicator } from '../ranks/communicator.ts'
import { oneProcess } from '../ranks/one-process.ts'
import { share } from '../ranks/share.ts'

/** Functions beside those that are wanted, at the least: they take up what lies next to these. */
const SPARE = 8
/** Times the functions are filtered, and products with the graph each time: functions that count by λ⁴ are then found to 0.2 of their length at the worst, mostly to 0.02. */
const TURNS = 2
const DEGREE = 8
/** What the first filter dampens: functions of such eigenvalues count for less than a hundredth. */
const FIRST_CUT = 0.3
/** Rows in double precision at a time. */
const AT_A_TIME = 1 << 14

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
): Generator<Progress, { values: Float64Array; vectors: Matrix }> {
  const { rows } = graph
  const width = Math.ceil((count + SPARE) / 8) * 8
  const turn = { stage: 'eigenvectors', iteration: 1, total: TURNS }
  const mark = kernels.mark()
  const step = stepOf(kernels, graph, width, communicator)
  let [now, other] = [kernels.allocate((rows * width) / 2), kernels.allocate((rows * width) / 2)]
  startInto(now.f32, start, width, random, share(graph.columns, communicator.size, communicator.rank), graph.columns)
  other.f32.fill(0)
  yield turn
  let cut = FIRST_CUT
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
    const { values, combinations } = ritzPairs(squares, images, kernels)
    yield turn
    if (turn.iteration === TURNS) {
      const vectors = matrix(rows, count)
      combine(kernels, now, columnsOf(combinations, 0, count), (some, at) => vectors.data.set(some.data, at * count))
      kernels.release(mark)
      return { values: values.slice(0, count), vectors }
    }
    const turned = other.f32
    combine(kernels, now, combinations, (some, at) => turned.set(some.data, at * width))
    ;[now, other] = [other, now]
    yield turn
    cut = Math.min(Math.max(values[width - 1], -0.5), 0.98)
  }
}

type Step = (from: Block, to: Block, a: number, b: number, c: number) => void

/** to ← a·graph·from + b·from + c·to for own rows of functions. */
function stepOf(kernels: Kernels, graph: SparseMatrix, width: number, communicator: Communicator): Step {
  const { rows, columns } = graph
  const entries = graph.values.length
  const values = kernels.allocate(Math.ceil(entries / 2))
  values.f32.set(graph.values)
  const indices = kernels.copyWhole(graph.indices)
  const pointers = kernels.copyWhole(graph.pointers)
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

/** Own rows of the functions to begin with, one per column: those given, and random signs. All signs are drawn, so that any number of ranks starts alike. */
function startInto(
  target: Float32Array,
  given: Matrix,
  width: number,
  random: Random,
  own: { begin: number; end: number },
  total: number,
): void {
  const size = 1 / Math.sqrt(total)
  let bits = 0
  for (let i = 0, draw = 0; i < total; i++)
    for (let j = 0; j < width; j++, draw++) {
      bits = draw % 32 === 0 ? random.integer() : bits >>> 1
      if (i >= own.begin && i < own.end) target[(i - own.begin) * width + j] = bits & 1 ? size : -size
    }
  const known = Math.min(given.rows, width)
  for (let i = 0; i < given.columns; i++)
    for (let j = 0; j < known; j++) target[i * width + j] = given.data[j * given.columns + i]
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
