import type { ByteSource } from '@manyview/formats'

/** A picture of at most 64 px a side as a data URL; null for a picture that cannot be decoded. */
export async function thumbnail(_picture: ByteSource): Promise<string | null> {
  return null
}
