import { type ClusterTree, cutTree } from '@manyview/core'
import type { MetadataColumn } from '@manyview/core/metadata'
import { counted, dateText, percent, readable } from '@manyview/core/words'
import { clusterColours } from '@manyview/drawing'
import {
  brightLast,
  coloursByCode,
  coloursByValue,
  confidenceScale,
  dimInto,
  fadeInto,
  type Legend,
  mixedOrder,
  type NameLegend,
  type Scale,
  surestFirst,
  valueScale,
} from '@manyview/drawing/map'
import type { Colouring } from '../state/pointing.ts'
import { clusterName, type Run } from '../state/run.ts'
import { runColours } from '../state/run-colours.ts'
import { columnsOf } from '../state/sheet.ts'
import { truthOf } from '../state/truth.ts'

export interface Coloured<Kind extends Legend = Legend> {
  /** Red, green, blue, alpha of each sample. */
  colours: Uint8Array
  /** Later ones lie on top. */
  order: Uint32Array
  legend: Kind
}

/** Colours of the dots of a run; `values` are those of the feature that is asked for; dots that are not `bright` are dimmed. O(samples). */
export function mapColours(
  run: Run,
  colouring: Colouring,
  values: ArrayLike<number> | null,
  bright: ((sample: number) => boolean) | null,
  dark: boolean,
): Coloured {
  const coloured = pick(run, colouring, values, dark)
  if (!bright) return coloured
  dimInto(coloured.colours, bright)
  return { ...coloured, order: brightLast(coloured.order, bright) }
}

function pick(run: Run, colouring: Colouring, values: ArrayLike<number> | null, dark: boolean): Coloured {
  const { labels, record } = run.stored
  const truth = truthOf(run)
  if (colouring.by === 'label' && truth)
    return byName(truth.codes, truth.classes, clusterColours(truth.classes.length, dark))
  if (colouring.by === 'confidence' && run.confidence) {
    const coloured = byValue(run.confidence, [0, 1], confidenceScale, dark)
    return { ...coloured, order: surestFirst(run.confidence) }
  }
  if (colouring.by === 'feature' && values) return byValue(values, extent(values), valueScale, dark)
  const { outlierScores, tree } = run.stored
  if (colouring.by === 'outlier' && outlierScores)
    return byValue(outlierScores, extent(outlierScores), valueScale, dark)
  if (colouring.by === 'cut' && tree) return byCut(run, tree, colouring.clusters, dark)
  const column = colouring.by === 'column' && columnsOf(run).find(({ name }) => name === colouring.name)
  if (column) return byColumn(column, dark)
  const names = Array.from({ length: record.clusters }, (_, cluster) => clusterName(run, cluster))
  const palette = runColours(run, dark)
  if (colouring.by === 'view') {
    const pull = run.stored.explanation?.views?.[record.views.findIndex(({ name }) => name === colouring.view)]
    if (pull) return byView(pull, labels, names, palette, dark)
  }
  return byName(labels, names, palette)
}

function byName(codes: Int32Array, names: readonly string[], palette: readonly string[]): Coloured<NameLegend> {
  const counts = new Array<number>(names.length).fill(0)
  for (const code of codes) counts[code]++
  const entries = names.map((name, i) => ({ name, colour: palette[i], count: counts[i] }))
  const colours = coloursByCode(codes, palette)
  return { colours, order: mixedOrder(codes.length), legend: { kind: 'names', entries } }
}

/** Colours by the clusters that a cut of the tree gives. */
function byCut(run: Run, tree: ClusterTree, clusters: number, dark: boolean): Coloured {
  const { labels, record } = run.stored
  const names = Array.from({ length: clusters }, (_, c) =>
    clusters === record.clusters ? clusterName(run, c) : `Cluster ${c}`,
  )
  return byName(cutTree(tree, labels, record.clusters, clusters), names, clusterColours(clusters, dark))
}

/** Levels that get a colour each: nobody tells more apart, so the rarer ones share one. */
const mostLevels = 40

/** The values of a column; samples without one are faint. */
function byColumn(column: MetadataColumn, dark: boolean): Coloured {
  if (column.kind === 'category') {
    const { levels, codes } = column
    const counts = new Float64Array(levels.length)
    for (const code of codes) if (code >= 0) counts[code]++
    const order = Array.from(levels.keys())
    if (levels.length > mostLevels) order.sort((a, b) => counts[b] - counts[a] || a - b)
    const shown = order.slice(0, mostLevels)
    const places = new Int32Array(levels.length).fill(shown.length)
    shown.forEach((level, place) => {
      places[level] = place
    })
    const others = levels.length > mostLevels ? [`${levels.length - mostLevels} other values`] : []
    const grey = dark ? '#6b7280' : '#9aa3ad'
    const missing = shown.length + others.length
    const coloured = byName(
      codes.map((code) => (code < 0 ? missing : places[code])),
      [...shown.map((level) => levels[level]), ...others, 'not known'],
      [...clusterColours(shown.length, dark), ...others.map(() => grey), grey],
    )
    dimInto(coloured.colours, (i) => codes[i] >= 0)
    return coloured
  }
  const numbers = column.values.filter((value) => !Number.isNaN(value))
  const range = extent(numbers)
  const coloured = byValue(
    column.values.map((value) => (Number.isNaN(value) ? range[0] : value)),
    range,
    valueScale,
    dark,
  )
  dimInto(coloured.colours, (i) => !Number.isNaN(column.values[i]))
  if (column.kind === 'number' || coloured.legend.kind !== 'scale') return coloured
  return { ...coloured, legend: { ...coloured.legend, low: dateText(range[0]), high: dateText(range[1]) } }
}

/** The cluster that a view alone would put each sample in, fainter where it hardly says; samples without the view are grey. */
function byView(
  { leaning, strength }: { leaning: Int32Array; strength: Float64Array },
  labels: Int32Array,
  names: readonly string[],
  palette: readonly string[],
  dark: boolean,
): Coloured {
  const lacking = leaning.some((cluster) => cluster < 0)
  const codes = leaning.map((cluster) => (cluster < 0 ? names.length : cluster))
  const coloured = lacking
    ? byName(codes, [...names, 'without this view'], [...palette, dark ? '#6b7280' : '#9aa3ad'])
    : byName(codes, names, palette)
  let [elsewhere, present] = [0, 0]
  leaning.forEach((cluster, i) => {
    if (cluster >= 0) present++
    if (cluster >= 0 && cluster !== labels[i]) elsewhere++
  })
  fadeInto(coloured.colours, (i) => (leaning[i] < 0 ? 0.3 : strength[i]))
  const note = `Alone, this view would put ${counted(elsewhere, 'sample')} (${percent(elsewhere / Math.max(1, present), 1)}) elsewhere. It hardly tells where dots are faint.`
  return { ...coloured, legend: { ...coloured.legend, note } }
}

function byValue(values: ArrayLike<number>, range: [number, number], scale: Scale, dark: boolean): Coloured {
  const stops = dark ? scale.dark : scale.light
  return {
    colours: coloursByValue(values, range, stops),
    order: mixedOrder(values.length),
    legend: { kind: 'scale', low: readable(range[0]), high: readable(range[1]), stops },
  }
}

/** From the second to the ninety-eighth of a hundred, so that a few extremes do not take all the colours. */
function extent(values: ArrayLike<number>): [number, number] {
  const sorted = Float64Array.from(values).sort()
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]
  return at(0.02) < at(0.98) ? [at(0.02), at(0.98)] : [sorted[0], sorted[sorted.length - 1]]
}
