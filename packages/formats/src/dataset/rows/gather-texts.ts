import type { Communicator } from '@manyview/core'

/** The texts of all ranks in the order of the ranks, on rank 0; an empty list on the others. */
export function gatherTexts(communicator: Communicator, texts: readonly string[]): string[] {
  return decode(communicator, texts, (bytes) => communicator.gather(bytes))
}

/** The same on every rank. */
export function allTexts(communicator: Communicator, texts: readonly string[]): string[] {
  return decode(communicator, texts, (bytes) => communicator.allGather(bytes))
}

function decode(
  communicator: Communicator,
  texts: readonly string[],
  collect: (bytes: Uint8Array) => Uint8Array | null,
): string[] {
  if (communicator.size === 1) return [...texts]
  const bytes = new TextEncoder().encode(JSON.stringify(texts))
  const lengths = communicator.allGather(Float64Array.of(bytes.length))
  const all = collect(bytes)
  if (!all) return []
  let at = 0
  return Array.from(lengths).flatMap((length) => {
    const part = new TextDecoder().decode(all.subarray(at, at + length))
    at += length
    return JSON.parse(part) as string[]
  })
}

/** A value of rank 0 that JSON can hold, on every rank. */
export function broadcastJson<T>(communicator: Communicator, value: T): T {
  if (communicator.size === 1) return value
  const own = new TextEncoder().encode(JSON.stringify(value))
  const length = Float64Array.of(own.length)
  communicator.broadcast(length)
  const bytes = communicator.rank === 0 ? own : new Uint8Array(length[0])
  communicator.broadcast(bytes)
  return JSON.parse(new TextDecoder().decode(bytes)) as T
}
