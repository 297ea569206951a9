/** One line of a table: who was timed against whom, the median ratio (peer's time over ours) with its spread, and the target. */
export interface Figure {
  row: string
  what: string
  /** Seconds, medians. */
  ours: number
  peer: number
  ratio: number
  /** Least and largest ratio of the pairs. */
  spread: [number, number]
  /** The least ratio wanted; null where none is. */
  target: number | null
  pairs: number
  /** Largest relative difference of the results, checked before the timing. */
  difference: number | null
  /** Bytes of WebAssembly memory of ours, peak resident size of the peer. */
  memory: [number, number] | null
}

/** Returns the middle one of some values, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** Seconds that a turn lasts at the least: short work is done again and again, so that how one side leaves the cores to the other hardly counts. */
const TURN = 0.5

/** Times both sides in turns after one round that does not count; each gives its seconds. A turn counts by the mean of its times. */
export async function pairsOf(
  pairs: number,
  ours: () => Promise<number>,
  peer: () => Promise<number>,
): Promise<Pick<Figure, 'ours' | 'peer' | 'ratio' | 'spread' | 'pairs'>> {
  const turn = async (side: () => Promise<number>) => {
    let seconds = 0
    let runs = 0
    for (; seconds < TURN; runs++) seconds += await side()
    return seconds / runs
  }
  await ours()
  const times: [number, number][] = []
  for (let pair = 0; pair < pairs; pair++) {
    // Who goes first changes, so that a load that comes and goes meets both.
    if (pair % 2 === 0) times.push([await turn(ours), await turn(peer)])
    else {
      const second = await turn(peer)
      times.push([await turn(ours), second])
    }
  }
  const ratios = times.map(([a, b]) => b / a)
  return {
    ours: median(times.map(([a]) => a)),
    peer: median(times.map(([, b]) => b)),
    ratio: median(ratios),
    spread: [Math.min(...ratios), Math.max(...ratios)],
    pairs,
  }
}
