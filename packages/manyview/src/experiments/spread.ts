import { adjustedRandIndex, normalisedMutualInformation } from '@manyview/core/metrics'

/** Mean and standard deviation (n − 1; null for a single value) of repeated measurements. */
export interface Spread {
  mean: number
  deviation: number | null
}

export function spread(values: readonly number[]): Spread {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  if (values.length < 2) return { mean, deviation: null }
  const square = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return { mean, deviation: Math.sqrt(square / (values.length - 1)) }
}

/** How far partitions of the same samples agree, two by two. */
export interface Agreement {
  ari: Spread
  nmi: Spread
  /** The adjusted Rand index of every pair. */
  pairs: number[]
}

/** The agreement of at least two partitions; null for fewer. */
export function agreement(partitions: readonly (readonly number[])[]): Agreement | null {
  const pairs: number[] = []
  const information: number[] = []
  for (let i = 0; i < partitions.length; i++)
    for (let j = 0; j < i; j++) {
      pairs.push(adjustedRandIndex(partitions[i], partitions[j]))
      information.push(normalisedMutualInformation(partitions[i], partitions[j]))
    }
  return pairs.length === 0 ? null : { ari: spread(pairs), nmi: spread(information), pairs }
}
