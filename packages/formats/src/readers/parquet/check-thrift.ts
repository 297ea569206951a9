const deepest = 32

/**
 * Walks one Thrift structure (compact protocol) without making anything of it, so that no list or text is longer than the bytes that are there; gives where
 * it ends. Throws a RangeError otherwise. Source: Thrift compact protocol specification.
 */
export function checkThrift(bytes: Uint8Array, begin = 0): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = begin
  const fail = (what: string): never => {
    throw new RangeError(`Thrift data is damaged: ${what}`)
  }
  const varint = () => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      if (shift > 63) fail('a number without end')
      const byte = view.getUint8(at++)
      value += (byte & 127) * 2 ** shift
      if (byte < 128) return value
    }
  }
  const skip = (count: number) => {
    if (!(count <= bytes.length - at)) fail(`${count} bytes where ${bytes.length - at} are left`)
    at += count
  }
  const element = (type: number, inList: boolean, depth: number): void => {
    if (depth > deepest) fail('nested too deep')
    if (type === 1 || type === 2) skip(inList ? 1 : 0)
    else if (type === 3) skip(1)
    else if (type >= 4 && type <= 6) varint()
    else if (type === 7) skip(8)
    else if (type === 8) skip(varint())
    else if (type === 9 || type === 10) {
      const head = view.getUint8(at++)
      const count = head >> 4 === 15 ? varint() : head >> 4
      // Every element takes at least a byte.
      if (count > bytes.length - at) fail(`a list of ${count}`)
      for (let i = 0; i < count; i++) element(head & 15, true, depth + 1)
    } else if (type === 12) struct(depth + 1)
    else fail(`type ${type}`)
  }
  const struct = (depth: number): void => {
    for (;;) {
      const head = view.getUint8(at++)
      if ((head & 15) === 0) return
      if (head >> 4 === 0) varint()
      element(head & 15, false, depth)
    }
  }
  struct(0)
  return at
}
