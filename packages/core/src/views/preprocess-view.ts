import { deviceSvd } from '../numerics/linalg/device-svd.ts'
import { type Matrix, matrix } from '../numerics/linalg/matrix.ts'
import { operatorOf } from '../numerics/linalg/operator-over-ranks.ts'
import { randomisedSvd, SOLVED_WHOLE, type TruncatedSvd } from '../numerics/linalg/randomised-svd.ts'
import { hasSparseRows, isBlocked, type Rows } from '../numerics/linalg/rows.ts'
import { shiftedGram } from '../numerics/linalg/shifted-gram.ts'
import { shiftedOperator } from '../numerics/linalg/shifted-operator.ts'
import { rowsAt } from '../numerics/linalg/take-rows.ts'
import type { Random } from '../numerics/random/random.ts'
import type { Device } from '../runtime/device/device.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { rowRange } from '../runtime/ranks/row-range.ts'
import type { Processors } from '../runtime/runtime.ts'
import { keepRows, type Scratch, scratchInMemory } from '../runtime/scratch.ts'
import { centredColumns } from './centred-columns.ts'
import { changeEntries } from './change-entries.ts'
import { RANK, scoredView } from './scored-view.ts'
import { standardisedShares } from './standardised-shares.ts'
import { treatments, type ViewKind, type ViewRule } from './treatments.ts'
import { viewKind } from './view-kind.ts'
import type { ViewTransform } from './view-transform.ts'
import { weightedWords } from './weighted-words.ts'

/** Most features with which sparse rows are multiplied with each other once, where there are as many samples: less work than products in turns. */
const BY_GRAM = 1000

/** A view made ready for distances. */
export interface PreprocessedView {
  /** n×r scores, r at most the rank asked for, made comparable; zero rows for samples that are absent. 0 columns: the view is constant. */
  scores: Matrix
  /** More of the scores, where more were asked for (`wide`): rows in the same form; else the same matrix. */
  wide: Matrix
  /** Lengths of the scores before they were made comparable; 0 for samples that are absent. */
  lengths: Float64Array
  /** True where rows have unit length, false where lengths count and all were divided by one number. */
  isUnit: boolean
  /** How many features of each sample are not 0; null where the view does not hold words. */
  entries: Float64Array | null
  /** Which rule was used. */
  kind: ViewKind | 'constant'
  /** 1 where the sample has something to say in this view; an all-zero row of words is absent. */
  present: Uint8Array
  /** How other samples get scores in the same space; null: the view is constant. */
  transform: ViewTransform | null
}

/** How a view is preprocessed. */
export interface PreprocessOptions {
  /** Scores of a sample at most, default 30. */
  rank?: number
  /** Scores that are kept, at least `rank`, the default; those beyond `rank` are approximate where the view is large. */
  wide?: number
  /** What the view holds, where it is known; else it is looked at. */
  kind?: ViewKind
  /** True or false: rows get unit length or keep their length, as those of a view that this one is compared with; by default the view is looked at. Says nothing of words and fewer than 4 dimensions. */
  isUnit?: boolean
  /** 1 where a sample has the view; the others count for nothing and get zero rows. Null (default): all have it. */
  present?: Uint8Array | null
  /** Processes that each give their own rows and get their own rows of the scores, the same bytes as in one process. */
  ranks: Ranks
  /** Where what the products need of a view that is read in blocks is kept, n×d doubles; else it is kept in memory if the view is there and has many features, or made anew at every reading. */
  scratch?: Scratch
  /** A graphics card for the products of many rows; null (default): none. */
  device?: Device | null
}

/**
 * Brings one view (n×d) into a form whose distances mean the same in every view; the rule looks at the view only.
 * Kinds of omics first have their entries changed (`treatments`), then go by one of three rules.
 * Words (4 or more features, fewer than half of the entries other than 0): roots of tf-idf, centred unit rows, leading `rank` principal scores.
 * Scores (principal components and their kin, see `isScores`): centred, outliers drawn in, scores u·s^¼ (close to whitening).
 * Measurements (all else): `standardisedShares`, scores u·s^¼; of levels (groups along one axis), where that is told, the first alone.
 * Scores then become unit rows; with fewer than 4 dimensions they are scaled together to mean squared length 1. So are the scores u·s of a view of which fewer than 4 directions stand out from noise.
 * Sparse views stay sparse. O(entries · rank). Views in blocks are read about six times up to 400 features; beyond, some twenty times more, and ten for each further filling of the Krylov space, 3 at most.
 */
export function* preprocessView(
  kernels: Kernels,
  view: Rows,
  random: Random,
  options: PreprocessOptions,
): Generator<Progress, PreprocessedView> {
  const { present } = options
  if (!present) return yield* preprocessRows(kernels, view, random, options)
  const place = Uint32Array.from(present.keys()).filter((i) => present[i] === 1)
  const preprocessed = yield* preprocessRows(kernels, rowsAt(view, place), random, options)
  const marks = new Uint8Array(view.rows)
  place.forEach((sample, row) => {
    marks[sample] = preprocessed.present[row]
  })
  const spread = ({ columns, data }: Matrix) => {
    const all = matrix(view.rows, columns)
    place.forEach((sample, row) => {
      all.data.set(data.subarray(row * columns, (row + 1) * columns), sample * columns)
    })
    return all
  }
  const scores = spread(preprocessed.scores)
  const column = (values: Float64Array) => spread(matrix(place.length, 1, values)).data
  return {
    ...preprocessed,
    scores,
    lengths: column(preprocessed.lengths),
    entries: preprocessed.entries && column(preprocessed.entries),
    wide: preprocessed.wide === preprocessed.scores ? scores : spread(preprocessed.wide),
    present: marks,
  }
}

/** Preprocesses rows that all are present. */
function* preprocessRows(
  kernels: Kernels,
  input: Rows,
  random: Random,
  { rank = RANK, wide = rank, kind, isUnit, ranks, scratch, device = null }: PreprocessOptions,
): Generator<Progress, PreprocessedView> {
  const turn = { stage: 'singular vectors', iteration: 1, total: 1 }
  const looks = kind ?? (yield* viewKind(input, ranks))
  const { rule, change } = treatments[looks]
  const view = change ? changeEntries(input, change) : input
  // Counts that only differ in length look all the same as words.
  const words = rule === 'words' ? yield* weightedWords(view, ranks) : null
  const present = words?.present ?? new Uint8Array(view.rows).fill(1)
  const standard = words ? { kind: 'words' as const, ...words } : yield* readied(kernels, view, rule, ranks)
  const nothing = matrix(view.rows, 0)
  yield turn
  if (!standard)
    return {
      scores: nothing,
      wide: nothing,
      lengths: new Float64Array(view.rows),
      isUnit: false,
      entries: null,
      kind: 'constant',
      present,
      transform: null,
    }
  // Rows of a short side are read twice, others some twenty times.
  const { rows } = standard
  const isReadOften = Math.min(rows.rows, rows.columns) > SOLVED_WHOLE
  const isHeld = isReadOften && 'readRows' in rows && rows.inMemory
  const place = scratch ?? (isHeld ? scratchInMemory(rows.rows, rows.columns) : null)
  const scratchRows = place && isBlocked(rows) ? yield* keepRows(place, rows) : null
  const mark = kernels.mark()
  try {
    const source = { ...standard, rows: scratchRows?.rows ?? rows }
    const triplets = yield* tripletsOf({ kernels, device }, source, Math.max(rank, wide), random, ranks, rank)
    yield turn
    const { u, s, v } = triplets
    const isLevels = standard.kind === 'measurements' && kind === 'levels'
    const leading = isLevels ? { u, s: s.subarray(0, 1), v } : triplets
    const scored = scoredView(view, leading, rank, present, standard, ranks, isUnit)
    // Counts that could not go by the rule of words are what else they can be.
    const resultKind = isLevels ? 'levels' : rule === standard.kind ? looks : standard.kind
    return {
      ...scored,
      entries: words?.entries ?? null,
      kind: resultKind,
      transform: scored.transform && { ...scored.transform, ...(change ? { change } : {}) },
    }
  } finally {
    scratchRows?.remove()
    kernels.release(mark)
  }
}

/** The leading singular triplets of a view that was made ready, `settle` of which need to be right. */
function* tripletsOf(
  { kernels, device }: Processors,
  made: { rows: Rows; shift: Float64Array | null; scales?: Float64Array },
  wanted: number,
  random: Random,
  ranks: Ranks,
  settle: number,
): Generator<Progress, TruncatedSvd> {
  const { shift } = made
  const { total: samples } = rowRange(ranks, made.rows.rows)
  const onDevice = shift ? null : yield* deviceSvd(device, made.rows, wanted, 'singular vectors')
  if (onDevice) return onDevice
  const rows = operatorOf(ranks, kernels, made.rows)
  yield { stage: 'singular vectors', iteration: 1, total: 1 }
  const scales = made.scales ?? new Float64Array(shift ? made.rows.rows : 0).fill(1)
  const x = shift ? shiftedOperator(rows, shift, scales, ranks) : rows
  const isSmall = shift && hasSparseRows(made.rows) && x.columns <= Math.min(BY_GRAM, samples)
  const gram = isSmall ? yield* shiftedGram(kernels, made.rows, shift, scales, ranks) : null
  return yield* randomisedSvd(kernels, x, wanted, random, ranks, settle, gram)
}

/** A view that holds no words, by the rule of its kind; null where no two samples differ. */
function* readied(kernels: Kernels, view: Rows, rule: ViewRule, ranks: Ranks) {
  if (rule === 'scores') return { kind: rule, ...(yield* centredColumns(view, ranks)) }
  const shares = yield* standardisedShares(kernels, view, ranks)
  return shares && { kind: 'measurements' as const, ...shares }
}
