import { InputError } from '@manyview/core'
import type { ByteSource } from '../../bytes/byte-source.ts'
import type { Picture } from '../pictures/resize-picture.ts'
import { readModelFiles } from './model-files.ts'
import type { ModelRuntime, ModelSession, ModelTensor } from './model-recipe.ts'
import { pictureInputs } from './picture-inputs.ts'
import { textInputs } from './text-inputs.ts'

/** A model that turns each text, or each picture, into a vector: one more view of a column. */
export type EmbeddingModel = {
  /** The name of its folder. */
  readonly name: string
  /** SHA-256 over the files of the model: another model gives other views. */
  readonly sha256: string
  /** Gives the memory back. */
  end(): Promise<void>
} & (
  | { readonly kind: 'texts'; embed(text: string): Promise<Float32Array> }
  | { readonly kind: 'pictures'; embed(picture: Picture): Promise<Float32Array> }
)

/**
 * Opens an ONNX model that lies in a folder in the usual layout; `files` have names relative to it. Nothing is fetched. Things go through it one by one and on one thread, so that a vector depends on its thing
 * alone, and is the same in Node and in a page with the same runtime.
 */
export async function openModel(
  folder: string,
  files: readonly ByteSource[],
  runtime: ModelRuntime,
): Promise<EmbeddingModel> {
  const found = await readModelFiles(folder, files)
  runtime.env.wasm.numThreads = 1
  runtime.env.logLevel = 'error'
  const session = await runtime.InferenceSession.create(found.weights, {
    executionProviders: ['wasm'],
    ...(found.further.length > 0 ? { externalData: found.further } : {}),
  }).catch((error: Error) => {
    throw new InputError(`cannot be run (${firstLine(error)}), export it to ONNX again`, {
      code: 'model',
      argument: `${folder}/model.onnx`,
    })
  })
  const about = {
    name: folder.split(/[\\/]/).filter(Boolean).at(-1) ?? folder,
    sha256: found.sha256,
    end: () => session.release(),
  }
  const run = async (inputs: Record<string, ModelTensor>) => pooled(await answer(session, inputs, folder), folder)
  try {
    if (kindOf(session, folder) === 'texts') {
      const inputsOf = await textInputs(folder, found, session, runtime)
      return { ...about, kind: 'texts', embed: async (text) => run(inputsOf(text)) }
    }
    const inputsOf = pictureInputs(folder, found, session, runtime)
    return { ...about, kind: 'pictures', embed: async (picture) => run(inputsOf(picture)) }
  } catch (error) {
    await session.release()
    throw error
  }
}

function kindOf({ inputNames }: ModelSession, folder: string): EmbeddingModel['kind'] {
  const texts = inputNames.includes('input_ids')
  if (texts && inputNames.includes('pixel_values'))
    throw new InputError('wants a text and a picture at once, give the folder of the part for one of them', {
      code: 'model',
      argument: folder,
    })
  if (texts) return 'texts'
  if (inputNames.length === 1) return 'pictures'
  throw new InputError(
    `wants ${inputNames.join(', ')}, give a model for texts (input_ids) or pictures (pixel_values)`,
    { code: 'model', argument: folder },
  )
}

function answer(session: ModelSession, inputs: Record<string, ModelTensor>, folder: string) {
  return session.run(inputs).catch((error: Error) => {
    throw new InputError(`stopped at a thing (${firstLine(error)}), use another model`, {
      code: 'model',
      argument: folder,
    })
  })
}

function firstLine(error: unknown): string {
  return String((error as Error)?.message ?? error).split('\n')[0]
}

/** Outputs that are one vector per thing, and then those of a vector per token, in the order in which they are taken. */
const outputs = ['sentence_embedding', 'text_embeds', 'image_embeds', 'last_hidden_state', 'token_embeddings']

/** The vector of one thing, of unit length: the output that is one, else the mean of an output over its tokens (1 × tokens × d) or places (1 × d × height × width). */
function pooled(found: Record<string, ModelTensor>, folder: string): Float32Array {
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
