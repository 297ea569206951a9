import type { Model } from '@manyview/core'
import { holdsTrainingData } from '@manyview/core/methods'
import { entryChanges } from '@manyview/core/numerics'
import * as v from 'valibot'
import type { Dataset } from '../dataset/read-dataset.ts'
import { badModel, type ModelArray, type ModelContents, packModel, unpackModel } from './model-container.ts'

/** How each version becomes a model of today; a version that is not here can no longer be read. */
const readers: Readonly<Record<number, (contents: ModelContents) => unknown>> = {
  1: ({ header, arrays }) => withRoots(withArrays(header.model, arrays)),
  2: ({ header, arrays }) => withArrays(header.model, arrays),
}

/** The model of a file (`name` in messages), checked through and through. What is no whole, unchanged model of a known version gives an InputError. O(size). */
export function readModel(bytes: Uint8Array, name = 'model'): Model {
  const { version, ...contents } = unpackModel(bytes, name)
  const read = readers[version]
  if (!read)
    throw badModel(
      name,
      `has version ${version}, which this Manyview no longer reads, make it again with "manyview fit --model"`,
    )
  return checkModel(read(contents), name)
}

/** The value with every `{ array: place }` replaced by the array. */
function withArrays(value: unknown, arrays: readonly ModelArray[]): unknown {
  if (Array.isArray(value)) return value.map((entry) => withArrays(entry, arrays))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  if (entries.length === 1 && entries[0][0] === 'array') return arrays[entries[0][1] as number]
  return Object.fromEntries(entries.map(([key, entry]) => [key, withArrays(entry, arrays)]))
}

/** A model of version 1, which took the root of every measurement. */
function withRoots(value: unknown): unknown {
  const model = value as { parts?: { transform?: { kind?: unknown; low?: { length: number } } }[] } | null
  if (!Array.isArray(model?.parts)) return value
  return {
    ...model,
    parts: model.parts.map((part) => {
      const { kind, low } = part?.transform ?? {}
      if (kind !== 'measurements' || !(low instanceof Float64Array)) return part
      return { ...part, transform: { ...part.transform, roots: new Uint8Array(low.length).fill(1) } }
    }),
  }
}

/** The bytes of a model file. The same model gives the same bytes; the header says in words whether it holds training data. O(size). */
export function writeModel(model: Model): Uint8Array {
  const arrays: ModelArray[] = []
  const { samples } = model
  return packModel({
    header: {
      format: 'manyview model',
      trainingData: holdsTrainingData(model)
        ? `yes: the scores and memberships of all ${samples} training samples, which this method needs; no ids`
        : 'no: only statistics of the features and centres of the clusters',
      model: withoutArrays(model, arrays),
    },
    arrays,
  })
}

/** The model with what the dataset knows about how views were made of texts and pictures, and what its clusters are called. */
export function describeModel(model: Model, { recipes }: Pick<Dataset, 'recipes'>, names?: readonly string[]): Model {
  return { ...model, ...(recipes.length > 0 ? { things: recipes } : {}), ...(names ? { names } : {}) }
}

/** The value with every typed array replaced by `{ array: its place }`. */
function withoutArrays(value: unknown, arrays: ModelArray[]): unknown {
  if (ArrayBuffer.isView(value)) return { array: arrays.push(value as ModelArray) - 1 }
  if (Array.isArray(value)) return value.map((entry) => withoutArrays(entry, arrays))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withoutArrays(entry, arrays)]))
}

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const atLeastOne = v.pipe(count, v.minValue(1))
const positive = v.pipe(v.number(), v.finite(), v.gtValue(0))
const finite = <A extends Float64Array | Float32Array>(array: A) => array.every(Number.isFinite)
const doubles = v.pipe(v.instance(Float64Array), v.check(finite, 'finite numbers'))
const singles = v.pipe(v.instance(Float32Array), v.check(finite, 'finite numbers'))
const flags = v.pipe(
  v.instance(Uint8Array),
  v.check((array) => array.every((mark) => mark <= 1), '0 or 1'),
)
const marks = v.nullable(flags)
const matrix = v.pipe(
  v.object({ rows: count, columns: count, data: doubles }),
  v.check(({ rows, columns, data }) => data.length === rows * columns, 'rows × columns numbers'),
)
const projection = {
  features: atLeastOne,
  rank: atLeastOne,
  change: v.optional(v.picklist(entryChanges)),
  projection: singles,
  length: v.pipe(v.number(), v.finite(), v.minValue(0)),
}
const transform = v.variant('kind', [
  v.object({ kind: v.literal('words'), ...projection, idf: doubles, shift: doubles }),
  v.object({ kind: v.literal('scores'), ...projection, mean: doubles }),
  v.object({
    kind: v.literal('measurements'),
    ...projection,
    low: doubles,
    high: doubles,
    roots: flags,
    mean: doubles,
  }),
])
const number = v.pipe(v.number(), v.finite())
const about = {
  method: v.string(),
  clusters: atLeastOne,
  names: v.optional(v.array(v.string())),
  samples: atLeastOne,
  views: v.pipe(
    v.array(v.object({ name: v.string(), features: atLeastOne, featureNames: v.nullable(v.array(v.string())) })),
    v.minLength(1),
  ),
  usual: v.optional(v.object({ middle: number, spread: v.pipe(number, v.minValue(0)), most: number })),
}
const centres = { centres: matrix, sizes: doubles }
const schema = v.variant('way', [
  v.object({
    way: v.literal('neighbours'),
    ...about,
    neighbours: atLeastOne,
    parts: v.array(v.object({ view: count, weight: positive, transform, scores: singles, present: marks })),
    memberships: singles,
  }),
  v.object({
    way: v.literal('latent'),
    ...about,
    rule: v.picklist(['sum', 'mean']),
    parts: v.array(
      v.object({
        view: count,
        W: v.object({ rows: atLeastOne, columns: atLeastOne, data: singles }),
        C: v.nullable(matrix),
      }),
    ),
    ...centres,
  }),
  v.object({
    way: v.literal('centres'),
    ...about,
    parts: v.array(v.object({ view: count, mean: doubles, scale: doubles })),
    ...centres,
  }),
])

/** The value as a model: every field of the right type, every array of the length that the others ask for. A sound checksum alone does not promise that. O(size). */
function checkModel(value: unknown, name: string): Model {
  const checked = v.safeParse(schema, value, { abortEarly: true })
  if (!checked.success) {
    const [issue] = checked.issues
    throw refusal(name, `${v.getDotPath(issue) ?? 'the model'} should be ${issue.expected ?? issue.message}`)
  }
  const model = value as Model
  const wrong = lengths(model).find(([, length, wanted]) => length !== wanted)
  if (wrong) throw refusal(name, `${wrong[0]} has ${wrong[1]} entries instead of ${wrong[2]}`)
  return model
}

function refusal(name: string, what: string) {
  return badModel(name, `${what}, make it again with "manyview fit --model"`)
}

type Length = [what: string, length: number, wanted: number]

function lengths(model: Model): Length[] {
  const { views, clusters, samples, names } = model
  const features = (view: number) => views[view]?.features ?? -1
  const all: Length[] = views.map(({ featureNames, features: d }) => ['featureNames', featureNames?.length ?? d, d])
  all.push(['names', names?.length ?? clusters, clusters])
  if (model.way === 'neighbours') {
    all.push(['memberships', model.memberships.length, samples * clusters])
    for (const { view, transform: t, scores, present } of model.parts) {
      all.push(['transform', t.features, features(view)], ['projection', t.projection.length, t.features * t.rank])
      const statistics =
        t.kind === 'words' ? [t.idf, t.shift] : t.kind === 'scores' ? [t.mean] : [t.low, t.high, t.roots, t.mean]
      for (const array of statistics) all.push(['statistics', array.length, t.features])
      all.push(['scores', scores.length, samples * t.rank], ['present', present?.length ?? samples, samples])
    }
    return all
  }
  all.push(['sizes', model.sizes.length, clusters], ['centres', model.centres.rows, clusters])
  if (model.way === 'centres') {
    for (const { view, mean, scale } of model.parts)
      all.push(['mean', mean.length, features(view)], ['scale', scale.length, mean.length])
    const columns = model.parts.reduce((sum, { mean }) => sum + mean.length, 0)
    return [...all, ['centres', model.centres.columns, columns]]
  }
  const k = model.parts[0]?.W.columns ?? -1
  for (const { view, W, C } of model.parts) {
    all.push(['W', W.rows, features(view)], ['W', W.columns, k], ['W', W.data.length, W.rows * W.columns])
    if (C) all.push(['C', C.rows, k], ['C', C.columns, k])
  }
  const sideBySide = model.parts.some(({ C }) => C === null)
  return [...all, ['centres', model.centres.columns, sideBySide ? k * model.parts.length : k]]
}
