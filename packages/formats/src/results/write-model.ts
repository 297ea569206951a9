import { holdsTrainingData, type Model } from '@manyview/core'
import type { Dataset } from '../dataset/read-dataset.ts'
import { type ModelArray, packModel } from './model-container.ts'

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
