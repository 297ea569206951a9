/** What ranks can send to each other. */
export type Message = Float64Array | Int32Array | Uint8Array

/**
 * The processes (ranks 0 … size − 1) that share one fit, seen from one of them. Every call is collective: all ranks make the same calls in the same order,
 * and a call comes back when this rank's part is done. Results do not depend on which rank was faster.
 */
export interface Ranks {
  readonly rank: number
  readonly size: number
  /** Replaces `values` by their sum over all ranks, entry by entry, added in the order of the ranks: the same bytes on every rank and in every run. */
  allReduceSum(values: Float64Array): void
  /** The values of all ranks one after the other, on every rank. Lengths may differ. */
  allGather<T extends Message>(values: T): T
  /** The values of all ranks one after the other on rank 0; null on the others. */
  gather<T extends Message>(values: T): T | null
  /** Replaces `values` by those of rank 0; all ranks give the same length. */
  broadcast(values: Message): void
  /**
   * Sends `sendCounts[r]` values of `send` to each rank r and puts the `receiveCounts[r]` values that come from rank r into `receive`. They lie one rank after the other,
   * in the order of the ranks, or begin at the places that are given.
   */
  allToAll<T extends Message>(
    send: T,
    sendCounts: readonly number[],
    receive: T,
    receiveCounts: readonly number[],
    places?: { readonly send?: readonly number[]; readonly receive?: readonly number[] },
  ): void
  /** Comes back when all ranks have called it. */
  barrier(): void
}
