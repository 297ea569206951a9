import { InputError } from '../input-error.ts'
import { counted } from '../words/index.ts'
import type { AnyView, BlockedSparseView, BlockedView } from './blocked-view.ts'
import { isList } from './name-views.ts'
import type { DenseView, SparseView } from './view.ts'

/** A view that has a shape. */
export type ShapedView = DenseView | SparseView | BlockedView | BlockedSparseView

/** The view with its shape checked, of at least `least` samples; nested arrays become one array. O(entries) for nested and sparse views in memory. */
export function checkView(name: string, view: AnyView, least = 1): ShapedView {
  if (typeof view !== 'object' || view === null)
    throw new InputError(`is ${JSON.stringify(view)}, give rows of numbers`, { code: 'shape', argument: name })
  if (isList(view) && view.length > 0)
    return checkShape(name, { data: plainNumbers(name, view, 1), samples: view.length, features: 1 }, least)
  if (!Array.isArray(view)) return checkShape(name, view as ShapedView, least)
  const rows = view as readonly ArrayLike<number>[]
  const features = rows[0]?.length ?? 0
  const ragged = rows.findIndex((row) => row.length !== features)
  if (ragged >= 0)
    throw new InputError(
      `sample ${ragged} has ${counted(rows[ragged].length, 'feature')} but sample 0 has ${features}, give every sample the same features`,
      {
        code: 'ragged',
        argument: name,
        details: { sample: ragged },
      },
    )
  const values = rows.flatMap((row) => Array.from(row))
  return checkShape(name, { data: plainNumbers(name, values, features), samples: rows.length, features }, least)
}

function checkShape(name: string, view: ShapedView, least: number): ShapedView {
  const { samples, features } = view
  const fail = (message: string, details: Record<string, unknown> = {}) => {
    throw new InputError(message, { code: 'shape', argument: name, details: { samples, features, ...details } })
  }
  if (!(Number.isInteger(samples) && samples >= least)) fail(`has ${samples} samples, give at least one`)
  if (!(Number.isInteger(features) && features >= 1)) fail(`has ${features} features, give at least one`)
  if (view.ids && view.ids.length !== samples)
    fail(`has ${counted(view.ids.length, 'id')} for ${counted(samples, 'sample')}, give one id per sample`)
  if (view.present && view.present.length !== samples)
    fail(`says of ${view.present.length} samples whether they are present but has ${samples}, give one mark per sample`)
  if ('pointers' in view) {
    const { values, indices, pointers } = view
    if (pointers.length !== samples + 1)
      fail(`has ${pointers.length} pointers for ${samples} samples, give samples + 1`)
    if (values.length !== indices.length)
      fail(`has ${values.length} values but ${indices.length} indices, give one index per value`)
    if (pointers[0] !== 0 || pointers[samples] !== values.length)
      fail('pointers must begin with 0 and end with the number of values')
    for (let i = 0; i < samples; i++) {
      if (!(pointers[i] <= pointers[i + 1])) fail(`pointers fall at sample ${i}, they must rise`, { sample: i })
      for (let p = pointers[i]; p < pointers[i + 1]; p++)
        if (!(indices[p] >= 0 && indices[p] < features && Number.isInteger(indices[p])))
          fail(`sample ${i} has feature index ${indices[p]} of ${features}, indices count from 0`, { sample: i })
    }
  } else if (!('data' in view)) {
    const { blockSamples } = view
    if (blockSamples !== undefined && !(Number.isInteger(blockSamples) && blockSamples >= 1))
      fail(`has blocks of ${blockSamples} samples, give a whole number of at least 1`)
  } else if (view.data.length !== samples * features)
    fail(`has ${view.data.length} values, ${samples} samples × ${features} features need ${samples * features}`)
  else return { ...view, data: plainNumbers(name, view.data, features) }
  return view
}

/** Values that may be of any kind as numbers, `features` per sample: NaN for null and undefined; text and the like are refused with their place. Typed arrays are given back. O(values). */
export function plainNumbers(name: string, values: ArrayLike<unknown>, features: number): ArrayLike<number> {
  if (ArrayBuffer.isView(values)) return values as unknown as ArrayLike<number>
  const numbers = new Float64Array(values.length)
  for (let p = 0; p < values.length; p++) {
    const value = values[p] ?? Number.NaN
    if (typeof value !== 'number') throw notANumber(name, value, Math.floor(p / features), p % features)
    numbers[p] = value
  }
  return numbers
}

function notANumber(name: string, value: unknown, sample: number, feature: number): InputError {
  const kind = typeof value === 'string' ? 'the text ' : ''
  return new InputError(
    `sample ${sample}, feature ${feature} is ${kind}${JSON.stringify(value) ?? String(value)}, give numbers, and NaN where a value is missing`,
    { code: 'not-a-number', argument: name, details: { sample, feature, value } },
  )
}
