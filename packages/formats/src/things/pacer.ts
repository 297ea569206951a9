import type { PaceOptions } from '@manyview/core/runtime'

/** Milliseconds after which a progress is told and others get a turn. */
const PACE = 100

/** To be called after each of `total` things: tells progress, gives others a turn, and throws once the work is to stop. */
export function pacer(stage: string, total: number, { signal, onProgress }: PaceOptions): () => Promise<void> {
  let done = 0
  let reported = performance.now()
  return async () => {
    done++
    if (performance.now() - reported < PACE && done < total) return
    reported = performance.now()
    onProgress?.({ stage, iteration: done, total, exact: true })
    await new Promise<void>((resolve) => setTimeout(resolve))
    if (signal?.aborted) throw signal.reason
  }
}
