const IMPORTS = 2

/**
 * The bytes of the kernels' module with its one import, a memory of its own, turned into a memory that threads share (at most 4 GiB):
 * the limits at the end of the import section get a flag and a maximum. The code stays as it is, so the results do.
 */
export function importShared(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  let at = 8
  while (bytes[at] !== IMPORTS) {
    const [size, start] = readSize(bytes, at + 1)
    at = start + size
  }
  const [size, start] = readSize(bytes, at + 1)
  const limits = [3, 1, 0x80, 0x80, 4]
  const names = bytes.subarray(start, start + size - 2)
  const head = [...bytes.subarray(0, at + 1), names.length + limits.length, ...names, ...limits]
  const tail = bytes.subarray(start + size)
  const result = new Uint8Array(head.length + tail.length)
  result.set(head)
  result.set(tail, head.length)
  return result
}

/** A whole number in groups of seven bits, and where the next thing begins. */
function readSize(bytes: Uint8Array, at: number): [number, number] {
  let value = 0
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++]
    value |= (byte & 127) << shift
    if (byte < 128) return [value, at]
  }
}
