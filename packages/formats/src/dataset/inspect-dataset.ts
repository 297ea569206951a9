import { type Coverage, coverage, type DenseView, type SparseView } from '@manyview/core'
import { presentSamples } from '@manyview/core/numerics'
import { singleProcess } from '@manyview/core/runtime'
import type { ViewKind } from './findings.ts'
import type { LabelCandidate } from './join-labels.ts'
import type { Dataset } from './read-dataset.ts'

/** What one view looks like. */
export interface ViewInspection {
  name: string
  source: string
  kind: ViewKind
  samples: number
  /** Samples that have this view. */
  present: number
  features: number
  sparse: boolean
  /** How the numbers are held, for example `float64` or `uint8`. */
  type: string
  /** Share of entries that are not zero; this and the following count only samples that have the view. */
  density: number
  /** Entries that are NaN. */
  missing: number
  /** Features that have the same value in all samples. */
  constantFeatures: number
  /** Samples that equal an earlier one in this view. */
  duplicateSamples: number
}

/** What a dataset looks like before it is clustered. */
export interface Inspection {
  samples: number
  ids: boolean
  views: ViewInspection[]
  labels: { name: string; classes: number }[]
  /** What else describes the samples, with the number of different values. */
  metadata: { name: string; classes: number }[]
  /** Samples that equal an earlier one in every view. */
  duplicateSamples: number
  /** Which views the samples have; null: all have all. */
  coverage: Coverage | null
  /** Bytes that a fit holds, about: the views in double precision, once checked and once in the kernels. */
  fitBytes: number
  notes: string[]
  warnings: string[]
}

/** Looks at a dataset: shapes, types, density, missing values, constant features, duplicates, label candidates and the memory that a fit needs. O(entries). */
export function inspectDataset(dataset: Dataset): Inspection {
  const present = dataset.views.map(({ view }) => presentSamples(view))
  const groups = dataset.views.map(({ view }, v) => groupEqual(view, present[v]))
  return {
    samples: dataset.samples,
    ids: dataset.ids !== null,
    views: dataset.views.map(({ name, source, kind, view }, v) => ({
      name,
      source,
      kind,
      samples: view.samples,
      present: countPresent(view, present[v]),
      features: view.features,
      sparse: 'pointers' in view,
      ...countEntries(view, present[v]),
      duplicateSamples: countPresent(view, present[v]) - new Set(groups[v].filter((first) => first >= 0)).size,
    })),
    labels: dataset.labels.map(countClasses),
    metadata: dataset.metadata.map(countClasses),
    duplicateSamples:
      dataset.samples -
      new Set(Array.from({ length: dataset.samples }, (_, i) => groups.map((group) => group[i]).join())).size,
    coverage: coverage(
      dataset.views.map(({ name }, v) => ({ name, present: present[v] })),
      dataset.samples,
      singleProcess,
    ),
    fitBytes: dataset.views.reduce((sum, { view }) => sum + fitBytes(view), 0),
    notes: dataset.notes,
    warnings: dataset.warnings,
  }
}

function countClasses({ name, values }: LabelCandidate) {
  return { name, classes: new Set(values).size }
}

function fitBytes(view: DenseView | SparseView): number {
  return 'pointers' in view ? 2 * (12 * view.values.length + 4 * view.samples) : 2 * 8 * view.samples * view.features
}

function countPresent({ samples }: DenseView | SparseView, present: Uint8Array | null): number {
  return present ? present.reduce((sum, mark) => sum + mark, 0) : samples
}

function countEntries(view: DenseView | SparseView, present: Uint8Array | null) {
  const sparse = 'pointers' in view
  const values = sparse ? view.values : view.data
  const { features } = view
  const samples = countPresent(view, present)
  const lowest = new Float64Array(features).fill(Number.POSITIVE_INFINITY)
  const highest = new Float64Array(features).fill(Number.NEGATIVE_INFINITY)
  const entriesOf = new Uint32Array(sparse ? features : 0)
  let missing = 0
  let filled = 0
  for (let p = 0; p < values.length; p++) {
    const value = values[p]
    const j = sparse ? view.indices[p] : p % features
    // A sparse view stores nothing for samples that lack it.
    if (!sparse && present?.[Math.floor(p / features)] === 0) continue
    if (sparse) entriesOf[j]++
    if (Number.isNaN(value)) missing++
    if (value !== 0) filled++
    // NaN fails both comparisons, so that a feature is judged by the values it has.
    if (value < lowest[j]) lowest[j] = value
    if (value > highest[j]) highest[j] = value
  }
  let constantFeatures = 0
  for (let j = 0; j < features; j++) {
    const low = sparse && entriesOf[j] < samples ? Math.min(0, lowest[j]) : lowest[j]
    const high = sparse && entriesOf[j] < samples ? Math.max(0, highest[j]) : highest[j]
    if (!(low < high)) constantFeatures++
  }
  const type = values.constructor === Array ? 'numbers' : values.constructor.name.replace('Array', '').toLowerCase()
  return { type, density: filled / (samples * features), missing, constantFeatures }
}

/** For each sample the first one that equals it; −1 where it lacks the view. */
function groupEqual(view: DenseView | SparseView, present: Uint8Array | null): Int32Array {
  const { samples, features } = view
  const bits = new Uint32Array(2)
  const double = new Float64Array(bits.buffer)
  const span = (i: number): [number, number] =>
    'pointers' in view ? [view.pointers[i], view.pointers[i + 1]] : [i * features, (i + 1) * features]
  const values = 'pointers' in view ? view.values : view.data
  const hash = (i: number) => {
    let code = 0x811c9dc5
    const [begin, end] = span(i)
    for (let p = begin; p < end; p++) {
      double[0] = values[p] + 0
      code = Math.imul(code ^ bits[0], 0x01000193)
      code = Math.imul(code ^ bits[1] ^ ('pointers' in view ? view.indices[p] : 0), 0x01000193)
      code ^= code >>> 15
    }
    return code
  }
  const equal = (a: number, b: number) => {
    const [from, end] = span(a)
    const [other, otherEnd] = span(b)
    if (end - from !== otherEnd - other) return false
    for (let p = from, q = other; p < end; p++, q++)
      if (
        !(values[p] === values[q] || (Number.isNaN(values[p]) && Number.isNaN(values[q]))) ||
        ('pointers' in view && view.indices[p] !== view.indices[q])
      )
        return false
    return true
  }
  const buckets = new Map<number, number[]>()
  return Int32Array.from({ length: samples }, (_, i) => {
    if (present?.[i] === 0) return -1
    const code = hash(i)
    const bucket = buckets.get(code) ?? []
    const first = bucket.slice(0, 64).find((earlier) => equal(earlier, i))
    if (first !== undefined) return first
    bucket.push(i)
    buckets.set(code, bucket)
    return i
  })
}
