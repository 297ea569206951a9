import type { Progress, SparseMatrix } from '@manyview/core'
import { chebyshevSteps, largestEigen, type Random, ritzPairs } from '@manyview/core/numerics'
import type { Card } from '../card.ts'
import { bits } from '../dense/bits.ts'
import { emptyWide, firstColumns, gramWide, locateParts, multiplyWide, type WideMatrix } from '../dense/wide-matrix.ts'
import type { Room } from '../room.ts'
import { normalised, uploadGraph } from './card-graph.ts'
import { fillKernel, graphStepKernel } from './graph-kernels.ts'
import { partFunctions } from './part-functions.ts'

/** Times the functions are filtered and turned at the most, and how little their eigenvalues then change where they have settled. */
const TURNS = 8
const SETTLED = 2e-5
/** What a filter may raise the leading function by against those that it dampens, and how often it multiplies by the graph at the least and at the most: single precision has seven digits. */
const RAISE = 1e4
const DEGREES = [4, 20]

/** The leading eigenpairs of a graph, the vectors on the card. */
export interface LeadingFunctions {
  values: Float64Array
  vectors: WideMatrix
}

/**
 * The `count` largest eigenpairs of a symmetric graph (n×n) with its degrees taken out, by subspace iteration with Chebyshev filters: about 60 products of the graph with 4/3 · count functions. Those that are constant on a
 * connected part are known beforehand. Source: Zhou, Saad, Tiago and Chelikowsky, 2006.
 */
export function* leadingFunctions(
  card: Card,
  room: Room,
  given: SparseMatrix,
  count: number,
  random: Random,
): Generator<Progress, LeadingFunctions> {
  const n = given.rows
  const { graph, degrees } = normalised(card, room, uploadGraph(room, given))
  const columns = Math.min(Math.max(Math.ceil((4 * count) / 3), count + 12), n)
  let [v, other] = [emptyWide(card, room, n, columns), emptyWide(card, room, n, columns)]
  const sparse = [graph.pointers, graph.indices, graph.values]
  const components = yield* partFunctions(card, room, graph, degrees, Math.min(count, columns))
  const seed = random.integer() >>> 0
  for (const { part, first } of locateParts(v)) {
    const settings = [n, part.width, part.columns, first, components.count, seed]
    const buffers = [degrees, components.parts, components.scales, part.buffer]
    card.run(fillKernel, settings, buffers, Math.ceil((n * part.width) / 256))
  }
  const step = function* (progress: Progress, from: WideMatrix, to: WideMatrix, a = 1, b = 0, c = 0) {
    for (const [p, { buffer, width }] of from.parts.entries())
      card.run(
        graphStepKernel,
        [n, width / 4, ...bits(a, b, c)],
        [...sparse, buffer, to.parts[p].buffer],
        Math.ceil((n * width) / 4 / 256),
      )
    if (card.pace.ask(2 * given.indices.length * columns)) yield* card.settle(progress)
  }
  let values: Float64Array = new Float64Array(columns)
  for (let turn = 1; ; turn++) {
    const progress = { stage: 'eigenvectors', iteration: turn, total: TURNS }
    yield* step(progress, v, other)
    const squares = yield* gramWide(card, v, v, progress)
    const images = yield* gramWide(card, v, other, progress)
    const turned = ritzPairs(squares, images, largestEigen)
    multiplyWide(card, room, other, v, turned.combinations)
    ;[v, other] = [other, v]
    const change = values
      .slice(0, count)
      .reduce((most, value, j) => Math.max(most, Math.abs(value - turned.values[j])), 0)
    values = turned.values
    if (turn === TURNS || change < SETTLED) return { values: values.slice(0, count), vectors: firstColumns(v, count) }
    ;[v, other] = yield* filtered(progress, v, other, step, values[columns - 1])
  }
}

type Step = (
  progress: Progress,
  from: WideMatrix,
  to: WideMatrix,
  a: number,
  b: number,
  c: number,
) => Generator<Progress, void>

/** Dampens what belongs to eigenvalues from −1 to `cut`; gives the functions and the room beside them. */
function* filtered(
  progress: Progress,
  v: WideMatrix,
  room: WideMatrix,
  step: Step,
  cut: number,
): Generator<Progress, [WideMatrix, WideMatrix]> {
  const edge = Math.min(Math.max(cut, -0.5), 0.98)
  let [now, next] = [v, room]
  for (const { a, b, c } of chebyshevSteps(edge, degreeFor((3 - edge) / (1 + edge)))) {
    yield* step(progress, now, next, a, b, c)
    ;[now, next] = [next, now]
  }
  return [now, next]
}

/** The degree at which the Chebyshev polynomial exceeds `RAISE` at x. */
function degreeFor(x: number): number {
  let [before, now, degree] = [1, x, 1]
  while (now < RAISE && degree < DEGREES[1]) {
    ;[before, now] = [now, 2 * x * now - before]
    degree++
  }
  return Math.max(degree, DEGREES[0])
}
