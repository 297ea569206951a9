import type { Model } from '@manyview/core'
import { holdsTrainingData } from '@manyview/core/methods'
import type { Dataset } from '../dataset/read-dataset.ts'
import { checkModel } from './check-model.ts'
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

/** The model with what the dataset knows about how views were made of texts and pictures. */
export function withRecipes(model: Model, { recipes }: Pick<Dataset, 'recipes'>): Model {
  return recipes.length > 0 ? { ...model, things: recipes } : model
}

/** The value with every typed array replaced by `{ array: its place }`. */
function withoutArrays(value: unknown, arrays: ModelArray[]): unknown {
  if (ArrayBuffer.isView(value)) return { array: arrays.push(value as ModelArray) - 1 }
  if (Array.isArray(value)) return value.map((entry) => withoutArrays(entry, arrays))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withoutArrays(entry, arrays)]))
}
