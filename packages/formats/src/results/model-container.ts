import { InputError } from '@manyview/core'
import { sha256 } from '../bytes/sha256.ts'

/** The version that is written. */
const modelVersion = 2

/** Numbers that a model can hold, by the name of their type in the file. */
const types = { float64: Float64Array, float32: Float32Array, uint8: Uint8Array } as const
export type ModelArray = Float64Array | Float32Array | Uint8Array

/** What a model file holds: text fields, and arrays that they refer to by number. */
export interface ModelContents {
  header: Record<string, unknown>
  arrays: ModelArray[]
}

const magic = [0x89, 0x4d, 0x56, 0x4d, 0x0d, 0x0a, 0x1a, 0x0a]
const prefix = 24
const digestLength = 32
const aligned = (length: number) => Math.ceil(length / 8) * 8

/**
 * The bytes of a model file, little-endian: 8 bytes by which it is known, its version (uint32), the length of the header (uint32) and of the whole file (2 × uint32,
 * low first), the header as JSON, the arrays one after the other from multiples of 8, and the SHA-256 of all that. docs/new-samples.md describes it.
 */
export function packModel({ header, arrays }: ModelContents, version = modelVersion): Uint8Array {
  const named = arrays.map((array) => ({ type: typeName(array), length: array.length }))
  const text = new TextEncoder().encode(JSON.stringify({ ...header, arrays: named }, null, 1))
  const begin = aligned(prefix + text.length)
  const size = begin + arrays.reduce((sum, array) => sum + aligned(array.byteLength), 0) + digestLength
  const bytes = new Uint8Array(size)
  const view = new DataView(bytes.buffer)
  bytes.set(magic)
  view.setUint32(8, version, true)
  view.setUint32(12, begin - prefix, true)
  view.setUint32(16, size >>> 0, true)
  view.setUint32(20, Math.floor(size / 2 ** 32), true)
  bytes.fill(0x20, prefix, begin)
  bytes.set(text, prefix)
  let at = begin
  for (const array of arrays) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at)
    at += aligned(array.byteLength)
  }
  bytes.set(sha256(bytes.subarray(0, size - digestLength)), size - digestLength)
  return bytes
}

/** The contents of a model file and its version. One that is none, is newer, was cut or was changed gives an InputError that calls it `name`. O(bytes). */
export function unpackModel(bytes: Uint8Array, name: string): ModelContents & { version: number } {
  const again = 'make it again with "manyview fit --model"'
  if (!magic.every((byte, i) => bytes[i] === byte))
    throw badModel(name, 'is no model of Manyview, give the file that "manyview fit --model" wrote')
  if (bytes.length < prefix + digestLength) throw badModel(name, `has ${bytes.length} bytes and was cut off, ${again}`)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const version = view.getUint32(8, true)
  if (version > modelVersion)
    throw badModel(name, `has version ${version} but this Manyview knows version ${modelVersion}, update Manyview`)
  const size = view.getUint32(16, true) + 2 ** 32 * view.getUint32(20, true)
  if (size !== bytes.length)
    throw badModel(name, `has ${bytes.length} bytes but should have ${size}, it was cut or added to: ${again}`)
  const digest = sha256(bytes.subarray(0, size - digestLength))
  if (!digest.every((byte, i) => byte === bytes[size - digestLength + i]))
    throw badModel(name, `was changed after it was saved (its SHA-256 does not fit), ${again}`)
  return { version, ...contents(bytes, prefix + view.getUint32(12, true), name) }
}

/** The refusal of a model file. */
export function badModel(name: string, message: string): InputError {
  return new InputError(message, { code: 'bad-model', argument: name })
}

function contents(bytes: Uint8Array, begin: number, name: string): ModelContents {
  const fail = (): never => {
    throw badModel(name, 'holds what no Manyview has written, make it again with "manyview fit --model"')
  }
  const end = bytes.length - digestLength
  if (begin > end) return fail()
  let header: Record<string, unknown>
  try {
    header = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(prefix, begin)))
  } catch {
    return fail()
  }
  const described = header?.arrays
  if (!Array.isArray(described)) return fail()
  let at = begin
  const arrays = described.map((entry: { type?: unknown; length?: unknown } | null) => {
    const type = types[entry?.type as keyof typeof types]
    const length = entry?.length
    if (!type || !Number.isSafeInteger(length) || (length as number) < 0) return fail()
    const size = (length as number) * type.BYTES_PER_ELEMENT
    if (at + size > end) return fail()
    // A copy, so that the array begins where its type needs it to; slice is none in Node's buffers.
    const array = new type(new Uint8Array(bytes.subarray(at, at + size)).buffer)
    at += aligned(size)
    return array
  })
  if (at !== end) return fail()
  return { header, arrays }
}

function typeName(array: ModelArray): keyof typeof types {
  if (array instanceof Float64Array) return 'float64'
  return array instanceof Float32Array ? 'float32' : 'uint8'
}
