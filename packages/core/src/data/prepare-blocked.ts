import { InputError } from '../input-error.ts'
import { type BlockedMatrix, blocksOf, defaultBlockRows } from '../linalg/blocked-matrix.ts'
import type { Progress } from '../progress.ts'
import type { BlockedView, BlockedViews } from './blocked-view.ts'
import { type MatchedSamples, matchSamples } from './match-samples.ts'
import { missingValuesError } from './missing-values.ts'
import type { PreparedViews } from './prepare-views.ts'
import { rowsAt } from './rows-at.ts'

/** A blocked view as methods see it, and what one reading of it says. */
export interface StreamedView {
  readonly name: string
  readonly data: BlockedMatrix
  /** True where all samples are equal. */
  readonly constant: boolean
  /** True for what looks like counts of words, as `isWords`. */
  readonly words: boolean
  /** How many entries are not zero, and the least of those. */
  readonly nonZeros: number
  readonly least: number
  /** The largest absolute value. */
  readonly largest: number
  /** Every sample has the view. */
  readonly present: null
}

/** All blocked views of a fit, with the same samples in the same order. */
export interface StreamedViews {
  readonly streamed: true
  readonly samples: number
  readonly views: readonly StreamedView[]
  readonly ids: readonly string[]
}

/** True for views that are read in blocks. */
export function isStreamed(views: PreparedViews | StreamedViews): views is StreamedViews {
  return 'streamed' in views
}

/** Checks blocked views as `prepareViews` does those in memory: shapes, ids, values. Missing values and samples that lack a view are refused. One reading of each view. */
export function* prepareBlocked(input: BlockedViews): Generator<Progress, StreamedViews> {
  const named = Object.entries(input as Record<string, BlockedView>).map(([key, view], v) => ({
    name: Array.isArray(input) ? `view ${v + 1}` : key,
    view,
  }))
  for (const { name, view } of named) checkShape(name, view)
  const { samples, ids, rows } = matchSamples(named, 'same')
  const views: StreamedView[] = []
  for (const [v, { name, view }] of named.entries()) {
    const whole = blockedMatrix(view)
    const found = yield* readThrough(name, whole)
    const data = inPlace(rows[v]) ? whole : rowsAt(whole, rows[v]!)
    views.push({ name, data, present: null, ...found })
  }
  return { streamed: true, samples, views, ids }
}

function checkShape(name: string, { samples, features, ids, blockSamples }: BlockedView): void {
  const fail = (message: string) => {
    throw new InputError(message, { code: 'shape', argument: name, details: { samples, features } })
  }
  if (!(Number.isInteger(samples) && samples >= 1)) fail(`has ${samples} samples, give at least one`)
  if (!(Number.isInteger(features) && features >= 1)) fail(`has ${features} features, give at least one`)
  if (ids && ids.length !== samples) fail(`has ${ids.length} ids for ${samples} samples, give one id a sample`)
  if (blockSamples !== undefined && !(Number.isInteger(blockSamples) && blockSamples >= 1))
    fail(`has blocks of ${blockSamples} samples, give a whole number of at least 1`)
}

function blockedMatrix(view: BlockedView): BlockedMatrix {
  const { samples, features, blockSamples } = view
  return {
    rows: samples,
    columns: features,
    blockRows: blockSamples === undefined ? defaultBlockRows(features) : Math.ceil(blockSamples / 4) * 4,
    readRows: (begin, end, to) => view.readRows(begin, end, to),
  }
}

function inPlace(rows: MatchedSamples['rows'][number]): boolean {
  return !rows || rows.every((row, i) => row === i)
}

/** One reading: refuses what is not finite, and says what is to be known of the values. */
function* readThrough(
  name: string,
  a: BlockedMatrix,
): Generator<Progress, Pick<StreamedView, 'constant' | 'words' | 'nonZeros' | 'least' | 'largest'>> {
  const first = new Float64Array(a.columns)
  const missing = new MissingCount(a.columns)
  const found = { constant: true, words: false, nonZeros: 0, least: Infinity, largest: 0 }
  let positive = 0
  let negative = false
  for (const { begin, end, data } of blocksOf(a)) {
    if (begin === 0) first.set(data.subarray(0, a.columns))
    for (let i = begin, p = 0; i < end; i++)
      for (let j = 0; j < a.columns; j++, p++) {
        const value = data[p]
        if (value !== first[j]) found.constant = false
        if (value > 0) positive++
        else if (value < 0) negative = true
        else if (value !== 0) missing.add(i, j)
        if (value === 0) continue
        found.nonZeros++
        if (value < found.least) found.least = value
        const size = Math.abs(value)
        if (size > found.largest) found.largest = size
        if (size === Infinity) refuseInfinity(name, value, i, j)
      }
    yield { stage: 'reading views', iteration: end, total: a.rows }
  }
  if (missing.first)
    throw missingValuesError(
      [{ name, ...missing.total(), first: missing.first }],
      'views that are read in blocks must be complete: fill them in before, or fit them in memory',
    )
  return { ...found, words: !negative && positive < 0.5 * a.rows * a.columns }
}

/** Counts missing values as they are come upon, sample by sample. */
class MissingCount {
  first: { sample: number; feature: number } | null = null
  private readonly features: Uint8Array
  private values = 0
  private samples = 0
  private last = -1

  constructor(features: number) {
    this.features = new Uint8Array(features)
  }

  add(sample: number, feature: number): void {
    this.first ??= { sample, feature }
    this.features[feature] = 1
    this.values++
    if (sample !== this.last) this.samples++
    this.last = sample
  }

  total(): { values: number; samples: number; features: number } {
    const features = this.features.reduce((sum, mark) => sum + mark, 0)
    return { values: this.values, samples: this.samples, features }
  }
}

function refuseInfinity(name: string, value: number, sample: number, feature: number): never {
  throw new InputError(
    `sample ${sample}, feature ${feature} is ${value}, remove the sample or fill the value in first`,
    { code: 'not-finite', argument: name, details: { sample, feature, value } },
  )
}
