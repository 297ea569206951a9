/** Which samples have which views. */
export interface Coverage {
  samples: number
  /** How many samples have each view. */
  views: { name: string; samples: number }[]
  /** Which views samples have together, and how many samples have just these; most samples first. */
  patterns: { views: string[]; samples: number }[]
}

/** Counts which views the samples have (`present` as in `NamedMatrix`); null where every sample has every view. O(samples · views). */
export function coverage(
  views: readonly { readonly name: string; readonly present: ArrayLike<number> | null }[],
  samples: number,
): Coverage | null {
  if (views.every(({ present }) => !present)) return null
  const groups = new Map<string, { views: string[]; samples: number }>()
  const counts = new Uint32Array(views.length)
  for (let i = 0; i < samples; i++) {
    const has = views.map(({ present }) => (present ? Number(present[i] === 1) : 1))
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
    samples,
    views: views.map(({ name }, v) => ({ name, samples: counts[v] })),
    patterns: patterns.map(([, pattern]) => pattern),
  }
}
