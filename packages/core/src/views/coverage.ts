import type { Ranks } from '../runtime/ranks/ranks.ts'

/** Which samples have which views. */
export interface Coverage {
  samples: number
  /** How many samples have each view. */
  views: { name: string; samples: number }[]
  /** Which views samples have together, and how many samples have just these; most samples first. */
  patterns: { views: string[]; samples: number }[]
}

/** Counts which views the samples have (`present` as in `NamedMatrix`), on all ranks together; null where every sample has every view. O(samples · views). */
export function coverage(
  views: readonly { readonly name: string; readonly present: ArrayLike<number> | null }[],
  samples: number,
  ranks: Ranks,
): Coverage | null {
  const lacking = Float64Array.of(views.some(({ present }) => present) ? 1 : 0)
  ranks.allReduceSum(lacking)
  if (lacking[0] === 0) return null
  const marks = views.map(({ present }) =>
    ranks.allGather(Uint8Array.from({ length: samples }, (_, i) => Number(!present || present[i] === 1))),
  )
  const groups = new Map<string, { views: string[]; samples: number }>()
  const counts = new Uint32Array(views.length)
  for (let i = 0; i < marks[0].length; i++) {
    const has = marks.map((view) => view[i])
    has.forEach((mark, v) => {
      counts[v] += mark
    })
    const key = has.join('')
    const group = groups.get(key) ?? { views: views.filter((_, v) => has[v]).map(({ name }) => name), samples: 0 }
    group.samples++
    groups.set(key, group)
  }
  const patterns = [...groups].sort(([a, one], [b, other]) => other.samples - one.samples || (a < b ? 1 : -1))
  return {
    samples: marks[0].length,
    views: views.map(({ name }, v) => ({ name, samples: counts[v] })),
    patterns: patterns.map(([, pattern]) => pattern),
  }
}
