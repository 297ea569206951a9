import { InputError } from '../input-error.ts'
import { type Matrix, matrix } from '../linalg/matrix.ts'
import type { SparseMatrix } from '../linalg/sparse-matrix.ts'
import type { DenseView, SparseView, View, Views } from './view.ts'

/** A view as methods see it: checked, in double precision, one sample a row. */
export interface NamedMatrix {
  readonly name: string
  readonly data: Matrix | SparseMatrix
}

/** All views of a fit, with the same samples in the same order. */
export interface PreparedViews {
  readonly samples: number
  readonly views: readonly NamedMatrix[]
  /** One name a sample; its 0-based position where the input has none. */
  readonly ids: readonly string[]
}

/**
 * Checks the views and brings them into one form: finite numbers, equal numbers of samples, samples matched by id when every view has ids.
 * The input is not changed. O(entries).
 */
export function prepareViews(input: Views): PreparedViews {
  const named = Object.entries(Array.isArray(input) ? nameByPosition(input) : (input as Record<string, View>))
  if (named.length === 0)
    throw new InputError('no view given, give at least one', { code: 'no-views', argument: 'views' })
  const views = named.map(([name, view]) => ({ name, view: fromNested(name, view) }))
  const [first] = views
  for (const { name, view } of views)
    if (view.samples !== first.view.samples)
      throw new InputError(
        `has ${view.samples} samples but "${first.name}" has ${first.view.samples}, all views must describe the same samples`,
        { code: 'sample-counts', argument: name, details: { [name]: view.samples, [first.name]: first.view.samples } },
      )
  const order = matchIds(views)
  return {
    samples: first.view.samples,
    views: views.map(({ name, view }, v) => ({ name, data: toMatrix(name, view, order[v]) })),
    ids: first.view.ids ? [...first.view.ids] : Array.from({ length: first.view.samples }, (_, i) => String(i)),
  }
}

function nameByPosition(views: readonly View[]): Record<string, View> {
  return Object.fromEntries(views.map((view, v) => [`view ${v + 1}`, view]))
}

function fromNested(name: string, view: View): DenseView | SparseView {
  if (!Array.isArray(view)) return checkShape(name, view as DenseView | SparseView)
  const features = view[0]?.length ?? 0
  const ragged = view.findIndex((row) => row.length !== features)
  if (ragged >= 0)
    throw new InputError(
      `sample ${ragged} has ${view[ragged].length} features but sample 0 has ${features}, give every sample the same features`,
      {
        code: 'ragged',
        argument: name,
        details: { sample: ragged },
      },
    )
  return checkShape(name, { data: view.flat(), samples: view.length, features })
}

function checkShape(name: string, view: DenseView | SparseView): DenseView | SparseView {
  const { samples, features } = view
  const fail = (message: string, details: Record<string, unknown> = {}) => {
    throw new InputError(message, { code: 'shape', argument: name, details: { samples, features, ...details } })
  }
  if (!(Number.isInteger(samples) && samples >= 1)) fail(`has ${samples} samples, give at least one`)
  if (!(Number.isInteger(features) && features >= 1)) fail(`has ${features} features, give at least one`)
  if (view.ids && view.ids.length !== samples)
    fail(`has ${view.ids.length} ids for ${samples} samples, give one id a sample`)
  if ('pointers' in view) {
    const { values, indices, pointers } = view
    if (pointers.length !== samples + 1)
      fail(`has ${pointers.length} pointers for ${samples} samples, give samples + 1`)
    if (values.length !== indices.length)
      fail(`has ${values.length} values but ${indices.length} indices, give one index a value`)
    if (pointers[0] !== 0 || pointers[samples] !== values.length)
      fail('pointers must begin with 0 and end with the number of values')
    for (let i = 0; i < samples; i++) {
      if (!(pointers[i] <= pointers[i + 1])) fail(`pointers fall at sample ${i}, they must rise`, { sample: i })
      for (let p = pointers[i]; p < pointers[i + 1]; p++)
        if (!(indices[p] >= 0 && indices[p] < features && Number.isInteger(indices[p])))
          fail(`sample ${i} has feature index ${indices[p]} of ${features}, indices count from 0`, { sample: i })
    }
  } else if (view.data.length !== samples * features)
    fail(`has ${view.data.length} values, ${samples} samples × ${features} features need ${samples * features}`)
  return view
}

/** For each view the position of every sample of the first view, or null where positions agree. */
function matchIds(views: { name: string; view: DenseView | SparseView }[]): (Uint32Array | null)[] {
  const [first] = views
  const known = views.filter(({ view }) => view.ids)
  if (known.length === 0) return views.map(() => null)
  if (known.length < views.length) {
    const without = views.find(({ view }) => !view.ids)!
    throw new InputError(`has no ids but "${known[0].name}" has, give ids to all views or to none`, {
      code: 'ids',
      argument: without.name,
    })
  }
  return views.map(({ name, view }) => {
    const place = new Map(view.ids!.map((id, i) => [id, i]))
    if (place.size !== view.ids!.length) {
      const repeated = view.ids!.find((id, i) => place.get(id) !== i)
      throw new InputError(`id "${repeated}" stands more than once, ids must be unique`, {
        code: 'ids',
        argument: name,
        details: { id: repeated },
      })
    }
    return Uint32Array.from(first.view.ids!, (id) => {
      const position = place.get(id)
      if (position === undefined)
        throw new InputError(`id "${id}" of "${first.name}" is missing, give every view the same samples`, {
          code: 'ids',
          argument: name,
          details: { id },
        })
      return position
    })
  })
}

function toMatrix(name: string, view: DenseView | SparseView, order: Uint32Array | null): Matrix | SparseMatrix {
  const { samples, features } = view
  const source = (i: number) => (order ? order[i] : i)
  const finite = (value: number, i: number, j: number) => {
    if (!Number.isFinite(value))
      throw new InputError(`sample ${i}, feature ${j} is ${value}, remove the sample or fill the value in first`, {
        code: 'not-finite',
        argument: name,
        details: { sample: i, feature: j, value },
      })
    return value
  }
  if (!('pointers' in view)) {
    const result = matrix(samples, features)
    for (let i = 0; i < samples; i++)
      for (let j = 0; j < features; j++)
        result.data[i * features + j] = finite(view.data[source(i) * features + j], source(i), j)
    return result
  }
  const pointers = new Uint32Array(samples + 1)
  for (let i = 0; i < samples; i++)
    pointers[i + 1] = pointers[i] + view.pointers[source(i) + 1] - view.pointers[source(i)]
  const indices = new Uint32Array(pointers[samples])
  const values = new Float64Array(pointers[samples])
  for (let i = 0; i < samples; i++) {
    const begin = view.pointers[source(i)]
    const entries = Array.from({ length: pointers[i + 1] - pointers[i] }, (_, p) => begin + p)
    entries.sort((p, q) => view.indices[p] - view.indices[q])
    entries.forEach((p, rank) => {
      if (rank > 0 && view.indices[p] === indices[pointers[i] + rank - 1])
        throw new InputError(
          `sample ${source(i)} has feature ${view.indices[p]} more than once, add the values up first`,
          { code: 'shape', argument: name },
        )
      indices[pointers[i] + rank] = view.indices[p]
      values[pointers[i] + rank] = finite(view.values[p], source(i), view.indices[p])
    })
  }
  return { rows: samples, columns: features, values, indices, pointers }
}
