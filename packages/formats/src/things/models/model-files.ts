import { InputError } from '@manyview/core'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { sha256 } from '../../bytes/sha256.ts'

/** Files beside the weights that say how things are put into a model; those that are there count for its hash. */
const settingsNames = ['config.json', 'tokenizer.json', 'tokenizer_config.json', 'preprocessor_config.json'] as const

type SettingsName = (typeof settingsNames)[number]

/** A model as it lies in a folder. */
export interface ModelFiles {
  weights: Uint8Array
  /** Weights that large models keep in files of their own, by the name that the model calls them by. */
  further: { path: string; data: Uint8Array }[]
  settings: Partial<Record<SettingsName, Record<string, unknown>>>
  /** SHA-256 over all of them. */
  sha256: string
}

/** Reads the files of a model. `files` have names relative to its folder, which is `folder` in messages: `model.onnx` at the top or in `onnx/`, the rest at the top. */
export async function readModelFiles(folder: string, files: readonly ByteSource[]): Promise<ModelFiles> {
  const model = ['model.onnx', 'onnx/model.onnx'].flatMap((path) => files.find(({ name }) => name === path) ?? [])[0]
  if (!model) {
    const others = files.filter(({ name }) => name.endsWith('.onnx')).map(({ name }) => name)
    const has = others.length > 0 ? ` (but ${others.slice(0, 3).join(', ')}: rename the one to use)` : ''
    throw new InputError(`holds no model.onnx${has}, give the folder of an ONNX model`, {
      code: 'model',
      argument: folder,
    })
  }
  const place = model.name.slice(0, -'model.onnx'.length)
  const beside = files.filter(({ name }) => name.startsWith(`${place}model.onnx`) && name !== model.name)
  const digests: string[] = []
  const read = async (file: ByteSource) => {
    const bytes = await file.slice(0, file.byteLength)
    digests.push(`${file.name.slice(file.name.lastIndexOf('/') + 1)} ${await hexDigest(bytes)}\n`)
    return bytes
  }
  const weights = await read(model)
  const further = []
  for (const file of beside) further.push({ path: file.name.slice(place.length), data: await read(file) })
  const settings: ModelFiles['settings'] = {}
  for (const name of settingsNames) {
    const file = files.find((each) => each.name === name)
    if (file) settings[name] = parsed(await read(file), `${folder}/${name}`)
  }
  return { weights, further, settings, sha256: await hexDigest(new TextEncoder().encode(digests.join(''))) }
}

/** The settings of a file that the model cannot do without. */
export function neededSettings(folder: string, { settings }: ModelFiles, name: SettingsName): Record<string, unknown> {
  const value = settings[name]
  if (!value)
    throw new InputError(`holds no ${name}, which this model needs, save the model with it`, {
      code: 'model',
      argument: folder,
    })
  return value
}

function parsed(bytes: Uint8Array, name: string): Record<string, unknown> {
  try {
    const value = JSON.parse(new TextDecoder().decode(bytes))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {}
  throw new InputError('is damaged (it is no JSON object), save the model again', { code: 'model', argument: name })
}

/** The browser's own is faster, but only pages of this machine or of https have it. */
async function hexDigest(bytes: Uint8Array): Promise<string> {
  const plain = bytes as Uint8Array<ArrayBuffer>
  const digest = globalThis.crypto?.subtle
    ? new Uint8Array(await crypto.subtle.digest('SHA-256', plain))
    : sha256(bytes)
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
