import { InputError } from '@manyview/core'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { type Picture, resizePicture } from '../pictures/resize-picture.ts'
import { type ModelFiles, neededSettings, readModelFiles } from './model-files.ts'
import type { ModelRuntime, ModelSession, ModelTensor } from './model-recipe.ts'

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
  const contents = await readModelFiles(folder, files)
  runtime.env.wasm.numThreads = 1
  runtime.env.logLevel = 'error'
  const session = await runtime.InferenceSession.create(contents.weights, {
    executionProviders: ['wasm'],
    ...(contents.further.length > 0 ? { externalData: contents.further } : {}),
  }).catch((error: Error) => {
    throw new InputError(`cannot be run (${firstLine(error)}), export it to ONNX again`, {
      code: 'model',
      argument: `${folder}/model.onnx`,
    })
  })
  const about = {
    name: folder.split(/[\\/]/).filter(Boolean).at(-1) ?? folder,
    sha256: contents.sha256,
    end: () => session.release(),
  }
  const run = async (inputs: Record<string, ModelTensor>) => pooled(await answer(session, inputs, folder), folder)
  try {
    if (kindOf(session, folder) === 'texts') {
      const inputsOf = await textInputs(folder, contents, session, runtime)
      return { ...about, kind: 'texts', embed: async (text) => run(inputsOf(text)) }
    }
    const inputsOf = pictureInputs(folder, contents, session, runtime)
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
function pooled(tensors: Record<string, ModelTensor>, folder: string): Float32Array {
  const name = outputs.find((each) => tensors[each]) ?? Object.keys(tensors)[0]
  const { dims, data } = tensors[name]
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

/** Tokens of a text that are read, at most: what follows is cut off, as for most models anyway. */
const mostTokens = 512
const inputNames = ['input_ids', 'attention_mask', 'token_type_ids']

/** How a text is put into a model: by the tokenizer that lies beside it. */
async function textInputs(
  folder: string,
  files: ModelFiles,
  session: ModelSession,
  { Tensor }: ModelRuntime,
): Promise<(text: string) => Record<string, ModelTensor>> {
  const tokenizerSettings = neededSettings(folder, files, 'tokenizer.json')
  const { 'tokenizer_config.json': settings = {}, 'config.json': config = {} } = files.settings
  const strange = session.inputNames.find((name) => !inputNames.includes(name))
  if (strange)
    throw new InputError(`is a model that also wants "${strange}", which a text does not give, use another`, {
      code: 'model',
      argument: folder,
    })
  const { Tokenizer } = await import('@huggingface/tokenizers')
  let tokenizer: InstanceType<typeof Tokenizer>
  try {
    tokenizer = new Tokenizer(tokenizerSettings, settings)
  } catch (error) {
    throw new InputError(`is not understood (${(error as Error).message}), save the model again`, {
      code: 'model',
      argument: `${folder}/tokenizer.json`,
    })
  }
  const longest = Math.min(
    mostTokens,
    ...[
      (tokenizerSettings.truncation as { max_length?: unknown } | undefined)?.max_length,
      settings.model_max_length,
      config.max_position_embeddings,
    ].filter((length): length is number => typeof length === 'number' && length > 2),
  )
  return (text) => {
    const { ids } = tokenizer.encode(text)
    // The last token ends the text, also one that is cut off.
    const shortened = ids.length > longest ? [...ids.slice(0, longest - 1), ids[ids.length - 1]] : ids
    const tensor = (value: (i: number) => number) =>
      new Tensor(
        'int64',
        BigInt64Array.from(shortened, (_, i) => BigInt(value(i))),
        [1, shortened.length],
      )
    const all: Record<string, () => ModelTensor> = {
      input_ids: () => tensor((i) => shortened[i]),
      attention_mask: () => tensor(() => 1),
      token_type_ids: () => tensor(() => 0),
    }
    return Object.fromEntries(session.inputNames.map((name) => [name, all[name]()]))
  }
}

/** Pixels per side that a model may ask for. */
const mostPixels = 4096

/** How a picture is put into a model: resized, cut to its middle and brought to the range of numbers that preprocessor_config.json tells. */
function pictureInputs(
  folder: string,
  files: ModelFiles,
  { inputNames }: ModelSession,
  { Tensor }: ModelRuntime,
): (picture: Picture) => Record<string, ModelTensor> {
  const settings = neededSettings(folder, files, 'preprocessor_config.json')
  const path = `${folder}/preprocessor_config.json`
  const size = settings.do_resize === false ? null : sizeOf(settings.size, path, 'size')
  const cut =
    settings.do_center_crop === true ? boxOf(sizeOf(settings.crop_size ?? settings.size, path, 'crop_size')) : null
  const scale = settings.do_rescale === false ? 1 : Number(settings.rescale_factor ?? 1 / 255)
  const normal = settings.do_normalize !== false
  const mean = normal ? colours(settings.image_mean, 0, path, 'image_mean') : [0, 0, 0]
  const spread = normal ? colours(settings.image_std, 1, path, 'image_std') : [1, 1, 1]
  return (picture) => {
    const [width, height] = size ? resized(picture, size) : [picture.width, picture.height]
    const pixels = resizePicture(picture, width, height)
    const [wide, high] = cut ?? [width, height]
    const [left, top] = [Math.floor((width - wide) / 2), Math.floor((height - high) / 2)]
    const numbers = new Float32Array(3 * wide * high)
    for (let c = 0, at = 0; c < 3; c++)
      for (let row = 0; row < high; row++)
        for (let column = 0; column < wide; column++, at++) {
          const [x, y] = [left + column, top + row]
          // Where the picture is smaller than what is cut out, the rest is black.
          const inside = x >= 0 && x < width && y >= 0 && y < height
          numbers[at] = ((inside ? pixels[3 * (y * width + x) + c] * scale : 0) - mean[c]) / spread[c]
        }
    return { [inputNames[0]]: new Tensor('float32', numbers, [1, 3, high, wide]) }
  }
}

/** Both sides, or the shorter one alone. */
type Size = { width: number; height: number } | { shortest: number }

function sizeOf(value: unknown, path: string, name: string): Size {
  const fits = (side: unknown): side is number =>
    Number.isInteger(side) && (side as number) > 0 && (side as number) <= mostPixels
  if (fits(value)) return { width: value, height: value }
  const { width, height, shortest_edge: shortest } = (value ?? {}) as Record<string, unknown>
  if (fits(width) && fits(height)) return { width, height }
  if (fits(shortest)) return { shortest }
  throw new InputError(`says no ${name} that is understood (${JSON.stringify(value)}), correct it`, {
    code: 'model',
    argument: path,
  })
}

function boxOf(size: Size): [number, number] {
  return 'shortest' in size ? [size.shortest, size.shortest] : [size.width, size.height]
}

function resized(picture: Picture, size: Size): [number, number] {
  if (!('shortest' in size)) return [size.width, size.height]
  const scale = size.shortest / Math.min(picture.width, picture.height)
  // A strip of a picture would otherwise become longer than memory is.
  const side = (length: number) => Math.min(4 * mostPixels, Math.max(size.shortest, Math.round(scale * length)))
  return [side(picture.width), side(picture.height)]
}

function colours(value: unknown, otherwise: number, path: string, name: string): number[] {
  if (value === undefined) return [otherwise, otherwise, otherwise]
  if (
    Array.isArray(value) &&
    value.length === 3 &&
    value.every((each) => Number.isFinite(each) && (name === 'image_mean' || each > 0))
  )
    return value
  throw new InputError(
    `says no ${name} that is understood (${JSON.stringify(value)}), give a number for red, green and blue`,
    { code: 'model', argument: path },
  )
}
