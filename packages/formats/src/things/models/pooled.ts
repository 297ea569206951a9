import { InputError } from '@manyview/core'
import type { ModelTensor } from './model-runtime.ts'

/** Outputs that are one vector per thing, and then those of a vector per token, in the order in which they are taken. */
const outputs = ['sentence_embedding', 'text_embeds', 'image_embeds', 'last_hidden_state', 'token_embeddings']

/** The vector of one thing, of unit length: the output that is one, else the mean of an output over its tokens (1 × tokens × d) or places (1 × d × height × width). */
export function pooled(found: Record<string, ModelTensor>, folder: string): Float32Array {
  const name = outputs.find((each) => found[each]) ?? Object.keys(found)[0]
  const { dims, data } = found[name]
  const fail = (what: string): never => {
    throw new InputError(`gives ${what} as "${name}", use a model that gives a vector per thing or per token`, {
      code: 'model',
      argument: folder,
    })
  }
  if (!(data instanceof Float32Array)) return fail('numbers that are not single precision')
  if (dims[0] !== 1 || dims.length < 2 || dims.length > 4) return fail(`an array of ${dims.join(' × ')}`)
  // Tokens come before the features, places behind.
  const features = dims.length === 3 ? dims[2] : dims[1]
  const step = dims.length === 3 ? 1 : data.length / features
  const sums = new Float64Array(features)
  for (let i = 0; i < data.length; i++) sums[Math.floor(i / step) % features] += data[i]
  const length = Math.sqrt(sums.reduce((sum, value) => sum + value * value, 0))
  if (!Number.isFinite(length)) return fail('numbers that are not finite')
  return Float32Array.from(sums, (sum) => (length > 0 ? sum / length : 0))
}
