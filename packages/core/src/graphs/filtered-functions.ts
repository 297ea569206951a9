import { assignToCentres } from '../numerics/kmeans/assign-to-centres.ts'
import { kmeans } from '../numerics/kmeans/kmeans.ts'
import { chebyshevSteps } from '../numerics/linalg/chebyshev-steps.ts'
import { largestEigenFast } from '../numerics/linalg/largest-eigen-fast.ts'
import { columnsOf, type Matrix, matrix } from '../numerics/linalg/matrix.ts'
import { ritzPairs } from '../numerics/linalg/ritz-pairs.ts'
import type { SparseMatrix } from '../numerics/linalg/sparse-matrix.ts'
import { takeRows } from '../numerics/linalg/take-rows.ts'
import type { Random } from '../numerics/random/random.ts'
import { KernelMatrix, type SingleMatrix } from '../runtime/kernels/kernel-matrix.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import { orderedSum } from '../runtime/ranks/ordered-sum.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { inverseOrder } from '../runtime/ranks/reorder-rows.ts'
import { share } from '../runtime/ranks/share.ts'
import type { Processors } from '../runtime/runtime.ts'
import { mapProgress } from '../runtime/steps.ts'
import { filterSteps } from './filter-steps.ts'
import { roundedSteps } from './rounded-steps.ts'
import { PANEL, VectorPanels } from './vector-panels.ts'

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
export interface InitialVectors {
  values: Float64Array
  vectors: SingleMatrix
}

/** What is known of the functions of a graph, and how they are best kept. */
export interface FunctionHints {
  /** As many functions of a graph that is much like this one as are wanted: one filter is enough then. */
  likely?: InitialVectors
  /** The sample at each place in memory, neighbours close to each other: products are several times faster where functions are larger than caches, and the same. In one process only. */
  order?: Uint32Array
  /** What rows and columns of the graph are multiplied by, for all nodes: so the product need not be held. */
  scales?: Float64Array
  /** True where the filters round links and functions to 16 bits: twice as fast, and as good where functions are found roughly anyway. */
  isRounded?: boolean
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
  ranks: Ranks,
  { likely, order = Uint32Array.from({ length: graph.rows }, (_, i) => i), scales, isRounded }: FunctionHints = {},
): Generator<Progress, { values: Float64Array; vectors: Matrix }> {
  const { rows } = graph
  const multiple = isRounded ? PANEL : 8
  const width = Math.ceil((count + SPARE) / multiple) * multiple
  const turns = likely ? 1 : TURNS
  const turn = { stage: 'eigenvectors', iteration: 1, total: turns }
  const mark = kernels.mark()
  const places = inverseOrder(order)
  const isMoved = order.some((sample, place) => sample !== place)
  const range = share(graph.columns, ranks.size, ranks.rank)
  const nodes = { order, places: ranks.size > 1 ? null : places, scales, begin: range.begin }
  const step = isRounded ? roundedSteps(kernels, graph, nodes, ranks) : filterSteps(kernels, graph, nodes, ranks, width)
  let [now, other] = [new VectorPanels(kernels, rows, width), new VectorPanels(kernels, rows, width)]
  startInto(kernels, now, start, likely?.vectors, random, places, range, graph.columns)
  other.block.f32.fill(0)
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
    const { squares, images } = innerProducts(kernels, now, other, ranks, isMoved ? places : undefined)
    const { values, combinations } = ritzPairs(squares, images, (a, some) => largestEigenFast(kernels, a, some))
    yield turn
    if (turn.iteration === turns) {
      const vectors = matrix(rows, count)
      const leading = columnsOf(combinations, 0, count)
      eachPart(kernels, now, (resident, { begin }) => scatterInto(vectors, resident.multiply(leading), begin, order))
      kernels.release(mark)
      return { values: values.slice(0, count), vectors }
    }
    const turned = other
    eachPart(kernels, now, (resident, { begin }) => {
      const rows = resident.allocateResult(width)
      resident.multiplyInto(rows, kernels.copyIn(combinations.data), width)
      turned.takeRows(kernels, begin, resident.rows, rows)
    })
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

/** Own rows of the functions to begin with, one per column: those given, those that are likely, and random signs. The signs of all rows are drawn, so that any number of ranks starts alike. */
function startInto(
  kernels: Kernels,
  target: VectorPanels,
  given: Matrix,
  likely: SingleMatrix | undefined,
  random: Random,
  places: Uint32Array,
  own: { begin: number; end: number },
  total: number,
): void {
  const { width } = target
  const startRows = Math.min(given.rows, width)
  const further = Math.min(likely?.columns ?? 0, width - startRows)
  // Where nothing is likely, signs that given functions then replace are drawn too: results stay those of earlier versions.
  const first = further > 0 ? startRows + further : 0
  const size = 1 / Math.sqrt(total)
  const mark = kernels.mark()
  const { pointer, f64: row } = kernels.allocate(width)
  let bits = 0
  for (let i = 0, draw = 0; i < total; i++) {
    for (let j = first; j < width; j++, draw++) {
      bits = draw % 32 === 0 ? random.integer() : bits >>> 1
      row[j] = bits & 1 ? size : -size
    }
    const node = i - own.begin
    if (node < 0 || i >= own.end) continue
    for (let j = 0; j < startRows; j++) row[j] = given.data[j * given.columns + node]
    for (let j = 0; j < further; j++) row[startRows + j] = likely!.data[node * likely!.columns + j]
    kernels.call.turnPanels(target.block.pointer, target.rows, width, places[node], pointer, true, 0, 1)
  }
  kernels.release(mark)
}

/** XᵀX and Xᵀ·Y (width×width) of functions and their images, rows × width each, added in the order of the samples, wherever their `places` are. */
function innerProducts(
  kernels: Kernels,
  x: VectorPanels,
  y: VectorPanels,
  ranks: Ranks,
  places: Uint32Array | undefined,
): { squares: Matrix; images: Matrix } {
  const { width } = x
  const squares = matrix(width, width)
  const images = matrix(width, width)
  const addSquares = (resident: KernelMatrix) => resident.addSquareInto(squares)
  const addImages = (resident: KernelMatrix, { begin, end }: { begin: number; end: number }) => {
    const { rows, raw } = y.rowsIn(kernels, begin, end, places)
    resident.addTransposeMultiplyInto(images, matrix(rows, width, raw.f64.slice(0, rows * width)))
  }
  orderedSum(ranks, [squares.data, images.data], (_, part) =>
    eachPart(kernels, x, part === 0 ? addSquares : addImages, places),
  )
  return { squares, images }
}

/** Shows `see` the functions in double precision, some rows at a time, and which these are: as they lie in memory, or by their `places` in the order of the samples. */
function eachPart(
  kernels: Kernels,
  x: VectorPanels,
  see: (resident: KernelMatrix, part: { begin: number; end: number }) => void,
  places?: Uint32Array,
): void {
  for (let begin = 0; begin < x.rows; begin += AT_A_TIME) {
    const end = Math.min(begin + AT_A_TIME, x.rows)
    const mark = kernels.mark()
    see(new KernelMatrix(kernels, x.rowsIn(kernels, begin, end, places)), { begin, end })
    kernels.release(mark)
  }
}

/** Groups that samples are ordered by: each then is small beside the memory that is near a processor. */
const GROUPS = 64
/** Samples that the groups are found among, and steps of k-means. */
const DRAWN = 4096
const STEPS = 3

/** Orders samples so that most neighbours are near each other in memory, by the nearest of 64 means of some samples that are drawn, in the features (n×d). O(n·d). */
export function* orderForMemory(
  processors: Processors,
  features: Matrix,
  random: Random,
): Generator<Progress, Uint32Array> {
  const { rows } = features
  const subset = takeRows(features, random.permutation(rows).subarray(0, DRAWN))
  const clusters = Math.min(GROUPS, subset.rows)
  const { centres } = kmeans(processors.kernels, subset, { clusters, random, restarts: 1, maxIterations: STEPS })
  const assigning = assignToCentres(processors, features, [{ centres, first: 0 }])
  const [nearest] = yield* mapProgress(assigning, (iteration) => ({ stage: 'eigenvectors', iteration, total: rows }))
  // Numbers are sorted many times faster than by a comparison: each holds the group and then the sample.
  return Uint32Array.from(Float64Array.from(nearest, (group, i) => group * rows + i).sort(), (key) => key % rows)
}
