import { runToEnd } from '../steps.ts'
import type { Ranks } from './ranks.ts'

const NOTHING = new Float64Array(0)

/**
 * Sums over the samples of all ranks, added in the order of the samples as one process adds them: the same bytes for any number of ranks. A rank gets `parts`
 * as the ranks before it have left them, adds its own samples to each by `add` and hands it on; in the end all ranks have all parts. Only one rank works on a part at a
 * time, so that several parts keep several ranks busy. Parts + size − 2 messages of one part to one rank, then all parts from the last rank to all.
 */
export function orderedSum(
  ranks: Ranks,
  parts: readonly Float64Array[],
  add: (sums: Float64Array, part: number) => void,
): void {
  const whole = (sums: Float64Array, part: number) => {
    add(sums, part)
    return []
  }
  runToEnd(inTurn(ranks, parts, whole))
}

/** Sums in the order of the samples, as `orderedSum` does, where adding takes so long that it pauses; yields what `add` yields. */
export function* inTurn<T>(
  ranks: Ranks,
  parts: readonly Float64Array[],
  add: (sums: Float64Array, part: number) => Iterable<T>,
): Generator<T, void> {
  const { rank, size } = ranks
  if (size === 1) {
    for (const [part, sums] of parts.entries()) yield* add(sums, part)
    return
  }
  const last = rank === size - 1
  const steps = parts.length + size - 1
  for (let step = 0; step < steps; step++) {
    const part = parts[step - rank]
    if (part) yield* add(part, step - rank)
    // After the last step everything is on the last rank.
    if (step === steps - 1) break
    const leaving = (!last && part) || NOTHING
    const coming = (rank > 0 && parts[step - rank + 1]) || NOTHING
    ranks.allToAll(leaving, only(size, rank + 1, leaving.length), coming, only(size, rank - 1, coming.length))
  }
  const all = joined(parts)
  const everyone = Array.from({ length: size }, () => (last ? all.length : 0))
  // All get the same, which lies there once.
  const places = { send: everyone.map(() => 0) }
  ranks.allToAll(last ? all.slice() : NOTHING, everyone, all, only(size, size - 1, all.length), places)
  let at = 0
  for (const sums of parts) {
    sums.set(all.subarray(at, at + sums.length))
    at += sums.length
  }
}

function joined(parts: readonly Float64Array[]): Float64Array {
  const result = new Float64Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    result.set(part, at)
    at += part.length
  }
  return result
}

/** Counts by rank: `count` for one of them, 0 for the others. */
function only(size: number, rank: number, count: number): number[] {
  return Array.from({ length: size }, (_, r) => (r === rank ? count : 0))
}
