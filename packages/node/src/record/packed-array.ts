/** Numbers as base64 of their little-endian bytes: a third of the size that digits take, and nothing is rounded twice. */
export interface PackedArray {
  type: PackedType
  base64: string
}

export type PackedType = keyof typeof widths

const widths = { uint8: 1, uint16: 2, uint32: 4, float32: 4 } as const

/** Packs whole numbers from 0 in the narrowest type that holds the largest of them. */
export function packWhole(values: ArrayLike<number>): PackedArray {
  let largest = 0
  for (let i = 0; i < values.length; i++) largest = Math.max(largest, values[i])
  return pack(values, largest < 1 << 8 ? 'uint8' : largest < 1 << 16 ? 'uint16' : 'uint32')
}

/** Packs any numbers in single precision. */
export function packFloats(values: ArrayLike<number>): PackedArray {
  return pack(values, 'float32')
}

function pack(values: ArrayLike<number>, type: PackedType): PackedArray {
  const width = widths[type]
  const bytes = Buffer.alloc(values.length * width)
  for (let i = 0; i < values.length; i++)
    if (type === 'float32') bytes.writeFloatLE(values[i], i * width)
    else bytes.writeUIntLE(values[i], i * width, width)
  return { type, base64: bytes.toString('base64') }
}

/** The numbers again; null when they are not `length` numbers. */
export function unpack({ type, base64 }: PackedArray, length: number): Float64Array | null {
  const width = widths[type]
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length !== length * width) return null
  return Float64Array.from({ length }, (_, i) =>
    type === 'float32' ? bytes.readFloatLE(i * width) : bytes.readUIntLE(i * width, width),
  )
}
