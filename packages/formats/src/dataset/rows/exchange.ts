import { InputError } from '@manyview/core'
import type { Ranks } from '@manyview/core/runtime'

/** Sends numbers, `parts[r]` to rank r, and gives what came from each rank. */
export function exchangeNumbers(ranks: Ranks, parts: readonly Float64Array[]): readonly Float64Array[] {
  if (ranks.size === 1) return parts
  const send = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const part of parts) {
    send.set(part, end)
    end += part.length
  }
  const sendCounts = parts.map(({ length }) => length)
  const ones = sendCounts.map(() => 1)
  const counts = new Float64Array(sendCounts.length)
  ranks.allToAll(Float64Array.from(sendCounts), ones, counts, ones)
  const receive = new Float64Array(counts.reduce((sum, count) => sum + count, 0))
  ranks.allToAll(send, sendCounts, receive, Array.from(counts))
  end = 0
  return Array.from(counts, (count) => {
    end += count
    return receive.subarray(end - count, end)
  })
}

/** Where the rows of each rank begin when rank r has `counts[r]` of them; the total stands last. */
export function beginnings(counts: readonly number[]): number[] {
  const begins = [0]
  for (const count of counts) begins.push(begins[begins.length - 1] + count)
  return begins
}

/** The texts of all ranks in the order of the ranks, on rank 0; an empty list on the others. */
export function gatherTexts(ranks: Ranks, texts: readonly string[]): string[] {
  return decode(ranks, texts, (bytes) => ranks.gather(bytes))
}

/** The texts of all ranks in the order of the ranks, on every rank. */
export function allTexts(ranks: Ranks, texts: readonly string[]): string[] {
  return decode(ranks, texts, (bytes) => ranks.allGather(bytes))
}

function decode(ranks: Ranks, texts: readonly string[], collect: (bytes: Uint8Array) => Uint8Array | null): string[] {
  if (ranks.size === 1) return [...texts]
  const bytes = new TextEncoder().encode(JSON.stringify(texts))
  const lengths = ranks.allGather(Float64Array.of(bytes.length))
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
export function broadcastJson<T>(ranks: Ranks, value: T): T {
  if (ranks.size === 1) return value
  const encoded = new TextEncoder().encode(JSON.stringify(value))
  const length = Float64Array.of(encoded.length)
  ranks.broadcast(length)
  const bytes = ranks.rank === 0 ? encoded : new Uint8Array(length[0])
  ranks.broadcast(bytes)
  return JSON.parse(new TextDecoder().decode(bytes)) as T
}

/** Why files cannot be read in parts: rank 0, or the one process, reads everything then. */
export class NotInParts extends Error {}

/** Calls `work` on rank 0 and gives what it gives there, null on the others; what it throws is thrown on every rank. Collective. */
export async function onFirst<T>(ranks: Ranks, work: () => T | Promise<T>): Promise<T | null> {
  let result: T | null = null
  let error: Error | null = null
  try {
    if (ranks.rank === 0) result = await work()
  } catch (thrown) {
    error = thrown as Error
  }
  const { code, argument, details } = error instanceof InputError ? error : ({} as Partial<InputError>)
  const failure = broadcastJson(
    ranks,
    error && { message: error.message, code, argument, details, isNotInParts: error instanceof NotInParts },
  )
  if (error) throw error
  if (!failure) return result
  const { message } = failure
  if (failure.code !== undefined && failure.argument !== undefined)
    throw new InputError(message.slice(failure.argument.length + 2), {
      code: failure.code,
      argument: failure.argument,
      details: failure.details,
    })
  throw failure.isNotInParts ? new NotInParts(message) : new Error(message)
}
