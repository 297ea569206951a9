import { DESCRIPTION_LENGTH, describeFile, FEATURES_VERSION, type PictureDescriber } from '@manyview/formats/things'
import { store } from '../state/store.ts'

/** Descriptions of the pictures that were open last, by the SHA-256 of each. */
interface KeptDescriptions {
  version: typeof FEATURES_VERSION
  keys: string[]
  values: Float32Array
}

/** Pictures that are kept at most: some 100 MB of descriptions. */
const mostKept = 50_000

/** Describes pictures and keeps what it found in the browser, so that a reload need not describe them again; undefined where the page cannot tell pictures by their content. */
export function keptDescriber(): PictureDescriber | undefined {
  // Only pages from https or this computer have it.
  if (!globalThis.crypto?.subtle) return undefined
  const described = new Map<string, Float32Array>()
  let isNew = false
  let earlier: Promise<Map<string, Float32Array>> | undefined
  return {
    atOnce: 1,
    async describe(bytes) {
      const key = await sha256(bytes)
      earlier ??= recalled()
      const known = (await earlier).get(key)
      const description = known ?? (await describeFile(bytes))
      isNew ||= !known
      described.set(key, description)
      return description
    },
    async end() {
      if (isNew && described.size <= mostKept) await keep(described)
      return []
    },
  }
}

async function recalled(): Promise<Map<string, Float32Array>> {
  const kept = await store.get<KeptDescriptions>('session', 'pictures').catch(() => undefined)
  if (kept?.version !== FEATURES_VERSION) return new Map()
  const valuesOf = (place: number) => kept.values.slice(place * DESCRIPTION_LENGTH, (place + 1) * DESCRIPTION_LENGTH)
  return new Map(kept.keys.map((key, place) => [key, valuesOf(place)]))
}

async function keep(described: ReadonlyMap<string, Float32Array>): Promise<void> {
  const values = new Float32Array(described.size * DESCRIPTION_LENGTH)
  let place = 0
  for (const description of described.values()) values.set(description, DESCRIPTION_LENGTH * place++)
  const entry: KeptDescriptions = { version: FEATURES_VERSION, keys: [...described.keys()], values }
  // Where storage is full they are described again.
  await store.put('session', 'pictures', entry).catch(() => undefined)
}

async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as BufferSource))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
