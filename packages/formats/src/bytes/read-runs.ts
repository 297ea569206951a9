/** Pieces of an array: `count` runs of `length` bytes, `stride` bytes apart, from byte `first` on. */
export interface Runs {
  first: number
  length: number
  stride: number
  count: number
}

/** Runs at least this long are read one by one, shorter ones are cut out of blocks. */
const longRun = 1 << 16
const blockBytes = 1 << 23

/** Reads the runs one after the other into one array; `read` gives the bytes of the array at a place. */
export async function readRuns(
  runs: Runs,
  read: (begin: number, length: number) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const { first, length, stride, count } = runs
  if (count === 1) return read(first, length)
  const result = new Uint8Array(length * count)
  const together = length >= longRun ? 1 : Math.max(1, Math.floor(blockBytes / stride))
  for (let r = 0; r < count; r += together) {
    const runsNow = Math.min(together, count - r)
    const bytes = await read(r * stride + first, (runsNow - 1) * stride + length)
    result.set(cutRuns(bytes, { first: 0, length, stride, count: runsNow }), r * length)
  }
  return result
}

/** Cuts runs of bytes out of bytes in memory and puts them one behind the other. */
export function cutRuns(bytes: Uint8Array, { first, length, stride, count }: Runs): Uint8Array {
  if (count === 1) return bytes.subarray(first, first + length)
  const result = new Uint8Array(length * count)
  for (let r = 0; r < count; r++)
    result.set(bytes.subarray(r * stride + first, r * stride + first + length), r * length)
  return result
}
