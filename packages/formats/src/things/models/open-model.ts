import { InputError } from '@manyview/core'
import type { ByteSource } from '../../bytes/byte-source.ts'
import type { Picture } from '../pictures/picture.ts'
import { readModelFiles } from './model-files.ts'
import type { ModelRuntime, ModelSession, ModelTensor } from './model-runtime.ts'
import { pictureInputs } from './picture-inputs.ts'
import { pooled } from './pooled.ts'
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
