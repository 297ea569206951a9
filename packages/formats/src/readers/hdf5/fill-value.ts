import type { Hdf5Bytes } from './bytes.ts'

/** The bytes that an element has where nothing was written, from a fill value message (new or old); null: zeros. Source: HDF5 file format specification, IV.A.2.e and f. */
export function readFillValue(
  file: Hdf5Bytes,
  message: Uint8Array | undefined,
  old: Uint8Array | undefined,
  elementBytes: number,
): Uint8Array | null {
  const value = message ? newValue(file, message) : old ? sized(file, old, 0) : null
  return value?.length === elementBytes && value.some((byte) => byte !== 0) ? value : null
}

function newValue(file: Hdf5Bytes, message: Uint8Array): Uint8Array | null {
  const [version, flags, , defined] = message
  if (version >= 3) return flags & 0x20 ? sized(file, message, 2) : null
  return version === 1 || defined ? sized(file, message, 4) : null
}

/** A length of four bytes and so many bytes behind it. */
function sized(file: Hdf5Bytes, message: Uint8Array, at: number): Uint8Array | null {
  if (message.length < at + 4) return null
  const fields = file.reader(message.subarray(at))
  const length = fields.u32()
  return length <= fields.left ? fields.take(length) : null
}
