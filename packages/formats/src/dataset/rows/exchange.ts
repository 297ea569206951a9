import type { Communicator } from '@manyview/core'

/** Sends numbers, `parts[r]` to rank r, and gives what came from each rank. */
export function exchangeNumbers(communicator: Communicator, parts: readonly Float64Array[]): readonly Float64Array[] {
  if (communicator.size === 1) return parts
  const send = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const part of parts) {
    send.set(part, end)
    end += part.length
  }
  return exchange(
    communicator,
    send,
    parts.map(({ length }) => length),
    (length) => new Float64Array(length),
  )
}

/** The same with texts. */
export function exchangeTexts(
  communicator: Communicator,
  parts: readonly (readonly string[])[],
): readonly (readonly string[])[] {
  if (communicator.size === 1) return parts
  const encoder = new TextEncoder()
  const packed = parts.map((texts) => (texts.length > 0 ? encoder.encode(JSON.stringify(texts)) : new Uint8Array(0)))
  const send = new Uint8Array(packed.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const part of packed) {
    send.set(part, end)
    end += part.length
  }
  const lengths = packed.map(({ length }) => length)
  const decoder = new TextDecoder()
  return exchange(communicator, send, lengths, (length) => new Uint8Array(length)).map((bytes) =>
    bytes.length > 0 ? (JSON.parse(decoder.decode(bytes)) as string[]) : [],
  )
}

function exchange<T extends Float64Array | Uint8Array>(
  communicator: Communicator,
  send: T,
  sendCounts: number[],
  make: (length: number) => T,
): T[] {
  const ones = sendCounts.map(() => 1)
  const counts = new Float64Array(sendCounts.length)
  communicator.allToAll(Float64Array.from(sendCounts), ones, counts, ones)
  const receive = make(counts.reduce((sum, count) => sum + count, 0))
  communicator.allToAll(send, sendCounts, receive, Array.from(counts))
  let end = 0
  return Array.from(counts, (count) => {
    end += count
    return receive.subarray(end - count, end) as T
  })
}

/** Where the rows of each rank begin when rank r has `counts[r]` of them; the total stands last. */
export function beginnings(counts: readonly number[]): number[] {
  const begins = [0]
  for (const count of counts) begins.push(begins[begins.length - 1] + count)
  return begins
}

/** The rank that has row `position`, by `beginnings`. */
export function holderOf(begins: readonly number[], position: number): number {
  let [low, high] = [0, begins.length - 2]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (begins[middle] <= position) low = middle
    else high = middle - 1
  }
  return low
}

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
