import type { Model } from '@manyview/core'
import { checkModel } from './check-model.ts'
import { badModel, type ModelArray, type ModelContents, unpackModel } from './model-container.ts'

/** How each version becomes a model of today; a version that is not here can no longer be read. */
const readers: Readonly<Record<number, (contents: ModelContents) => unknown>> = {
  1: ({ header, arrays }) => withArrays(header.model, arrays),
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
