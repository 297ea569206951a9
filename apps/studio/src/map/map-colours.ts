import { counted, percent, readable } from '@manyview/core/words'
import { clusterColours } from '@manyview/formats'
import { clusterName, type Run } from '../state/run.ts'
import { truthOf } from '../state/truth.ts'

/** What the dots are coloured by. */
export type Colouring =
  | { by: 'cluster' }
  | { by: 'label' }
  | { by: 'confidence' }
  | { by: 'feature'; view: string; feature: number }
  | { by: 'view'; view: string }

/** What the colours mean. */
export type Legend = NameLegend | { kind: 'scale'; low: string; high: string; from: string; to: string }

export interface NameLegend {
  kind: 'names'
  entries: { name: string; colour: string; count: number }[]
  note?: string
}

export interface Coloured<Kind extends Legend = Legend> {
  /** Red, green, blue, alpha of each sample. */
  colours: Uint8Array
  legend: Kind
}

const ramps = { light: ['#cfd8e3', '#5b93cf', '#123f77'], dark: ['#333c49', '#4f86c2', '#d3e6fb'] }
const opacity = 230
const dimmed = 38
/** Opacity of a sample that a view says nothing about. */
const faintest = 50

/** Colours of the dots of a run; `values` are those of the feature that is asked for; dots that are not `bright` are dimmed. O(samples). */
export function mapColours(
  run: Run,
  colouring: Colouring,
  values: ArrayLike<number> | null,
  bright: ((sample: number) => boolean) | null,
  dark: boolean,
): Coloured {
  const coloured = pick(run, colouring, values, dark)
  if (bright) for (let i = 0; i < run.stored.labels.length; i++) if (!bright(i)) coloured.colours[4 * i + 3] = dimmed
  return coloured
}

function pick(run: Run, colouring: Colouring, values: ArrayLike<number> | null, dark: boolean): Coloured {
  const { labels, record } = run.stored
  const truth = truthOf(run)
  if (colouring.by === 'label' && truth)
    return byName(truth.codes, truth.classes, clusterColours(truth.classes.length, dark))
  if (colouring.by === 'confidence' && run.confidence) return byScale(run.confidence, [0, 1], dark)
  if (colouring.by === 'feature' && values) return byScale(values, extent(values), dark)
  const names = Array.from({ length: record.clusters }, (_, cluster) => clusterName(run, cluster))
  if (colouring.by === 'view') {
    const pull = run.stored.explanation?.views?.[record.views.findIndex(({ name }) => name === colouring.view)]
    if (pull) return byView(pull, labels, names, dark)
  }
  return byName(labels, names, clusterColours(names.length, dark))
}

function byName(codes: Int32Array, names: readonly string[], palette: readonly string[]): Coloured<NameLegend> {
  const parts = palette.map(channels)
  const colours = new Uint8Array(4 * codes.length)
  const counts = new Array<number>(names.length).fill(0)
  codes.forEach((code, i) => {
    colours.set(parts[code], 4 * i)
    colours[4 * i + 3] = opacity
    counts[code]++
  })
  const entries = names.map((name, i) => ({ name, colour: palette[i], count: counts[i] }))
  return { colours, legend: { kind: 'names', entries } }
}

/** The cluster that a view alone would put each sample in, fainter where it hardly says; samples without the view are grey. */
function byView(
  { leaning, strength }: { leaning: Int32Array; strength: Float64Array },
  labels: Int32Array,
  names: readonly string[],
  dark: boolean,
): Coloured {
  const lacking = leaning.some((cluster) => cluster < 0)
  const codes = leaning.map((cluster) => (cluster < 0 ? names.length : cluster))
  const palette = clusterColours(names.length, dark)
  const coloured = lacking
    ? byName(codes, [...names, 'without this view'], [...palette, dark ? '#6b7280' : '#9aa3ad'])
    : byName(codes, names, palette)
  let [elsewhere, present] = [0, 0]
  leaning.forEach((cluster, i) => {
    if (cluster >= 0) present++
    if (cluster >= 0 && cluster !== labels[i]) elsewhere++
    const sure = cluster < 0 ? 0.3 : Math.min(1, strength[i])
    coloured.colours[4 * i + 3] = Math.round(faintest + (opacity - faintest) * sure)
  })
  const note = `Alone, this view would put ${counted(elsewhere, 'sample')} (${percent(elsewhere / Math.max(1, present), 1)}) elsewhere. It hardly tells where dots are faint.`
  return { ...coloured, legend: { ...coloured.legend, note } }
}

function byScale(values: ArrayLike<number>, [low, high]: [number, number], dark: boolean): Coloured {
  const ramp = (dark ? ramps.dark : ramps.light).map(channels)
  const colours = new Uint8Array(4 * values.length)
  // 64 steps keep the number of colours small, which the plain canvas likes.
  for (let i = 0; i < values.length; i++) {
    const share = high > low ? Math.round(64 * Math.min(1, Math.max(0, (values[i] - low) / (high - low)))) / 64 : 0
    const [from, to, part] = share < 0.5 ? [ramp[0], ramp[1], 2 * share] : [ramp[1], ramp[2], 2 * share - 1]
    for (let c = 0; c < 3; c++) colours[4 * i + c] = from[c] + (to[c] - from[c]) * part
    colours[4 * i + 3] = opacity
  }
  const [from, , to] = dark ? ramps.dark : ramps.light
  return { colours, legend: { kind: 'scale', low: readable(low), high: readable(high), from, to } }
}

/** From the second to the ninety-eighth of a hundred, so that a few extremes do not take all the colours. */
function extent(values: ArrayLike<number>): [number, number] {
  const sorted = Float64Array.from(values).sort()
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]
  return at(0.02) < at(0.98) ? [at(0.02), at(0.98)] : [sorted[0], sorted[sorted.length - 1]]
}

function channels(hex: string): [number, number, number] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number, number]
}
