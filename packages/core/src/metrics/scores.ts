import { InputError } from '../input-error.ts'
import { logarithm } from '../numerics/math/logarithm.ts'
import { bestAssignment } from './best-assignment.ts'
import { type Contingency, contingency } from './contingency.ts'

type Labels = ArrayLike<number | string>

/** How well labels agree with the truth; 1 is best for each. */
export interface Scores {
  acc: number
  nmi: number
  purity: number
  ari: number
  fscore: number
}

/** Computes all five scores of `labels` against `truth`. O(n + clusters³). */
export function score(truth: Labels, labels: Labels): Scores {
  const table = contingency(truth, labels)
  return {
    acc: accuracyOf(table),
    nmi: informationOf(table, 'arithmetic'),
    purity: purityOf(table),
    ari: randOf(table),
    fscore: fscoreOf(table),
  }
}

/** Computes the share of samples that are right under the best one-to-one matching of clusters and classes; clusters without a partner count as wrong. O(n + clusters³). */
export function accuracy(truth: Labels, labels: Labels): number {
  return accuracyOf(contingency(truth, labels))
}

/** Mean of the two entropies by which the mutual information is divided. */
export type Normalisation = 'arithmetic' | 'max' | 'min' | 'geometric'

/** Computes the normalised mutual information. Equal partitions have exactly 1, also with one cluster each; if only one of them has no entropy it is 0. O(n + clusters²). */
export function normalisedMutualInformation(
  truth: Labels,
  labels: Labels,
  normalisation: Normalisation = 'arithmetic',
): number {
  return informationOf(contingency(truth, labels), normalisation)
}

/** Computes the share of samples that belong to the largest class of their cluster. O(n + clusters²). */
export function purity(truth: Labels, labels: Labels): number {
  return purityOf(contingency(truth, labels))
}

/** Computes the adjusted Rand index: agreement over pairs, 0 expected by chance. Two trivial labelings of one kind have 1. O(n + clusters²). */
export function adjustedRandIndex(truth: Labels, labels: Labels): number {
  return randOf(contingency(truth, labels))
}

/** Computes the F-score over pairs of samples in one cluster: 1 when neither labeling has a pair, 0 when they share none. O(n + clusters²). */
export function pairwiseFscore(truth: Labels, labels: Labels): number {
  return fscoreOf(contingency(truth, labels))
}

function accuracyOf({ counts, rows, columns, samples }: Contingency): number {
  let right = 0
  bestAssignment(counts, rows, columns).forEach((column, row) => {
    if (column >= 0) right += counts[row * columns + column]
  })
  return right / samples
}

function purityOf({ counts, rows, columns, samples }: Contingency): number {
  let right = 0
  for (let j = 0; j < columns; j++) {
    let largest = 0
    for (let i = 0; i < rows; i++) largest = Math.max(largest, counts[i * columns + j])
    right += largest
  }
  return right / samples
}

/** Computes `normalisedMutualInformation` of a table. O(clusters²). */
function informationOf(table: Contingency, normalisation: Normalisation = 'arithmetic'): number {
  const { counts, rows, columns, rowSums, columnSums, samples } = table
  if (rows === columns && counts.filter((count) => count > 0).length === rows) return 1
  const first = entropy(rowSums, samples)
  const second = entropy(columnSums, samples)
  if (first === 0 || second === 0) return 0
  const mutual = mutualInformation(counts, rowSums, columnSums, samples)
  return Math.min(1, Math.max(0, mutual) / divisor(first, second, normalisation))
}

/** Computes the mutual information of two partitions from how many samples their clusters share (rows × columns) and the sizes of these. O(clusters²). */
export function mutualInformation(
  counts: Float64Array,
  rows: Float64Array,
  columns: Float64Array,
  samples: number,
): number {
  let mutual = 0
  for (let i = 0, p = 0; i < rows.length; i++)
    for (let j = 0; j < columns.length; j++, p++) {
      const count = counts[p]
      if (count > 0) mutual += (count / samples) * logarithm((count / rows[i]) * (samples / columns[j]))
    }
  return mutual
}

function divisor(first: number, second: number, normalisation: Normalisation): number {
  switch (normalisation) {
    case 'arithmetic':
      return (first + second) / 2
    case 'max':
      return Math.max(first, second)
    case 'min':
      return Math.min(first, second)
    case 'geometric':
      return Math.sqrt(first * second)
    default:
      throw new InputError(`is "${normalisation}", give arithmetic, max, min or geometric`, {
        code: 'bad-option',
        argument: 'normalisation',
      })
  }
}

/** Computes the entropy of a partition from the sizes of its clusters. O(clusters). */
export function entropy(sizes: Float64Array, samples: number): number {
  let sum = 0
  for (const size of sizes) sum -= (size / samples) * logarithm(size / samples)
  return sum
}

function randOf(table: Contingency): number {
  const { shared, first, second, all } = pairs(table)
  if (first === all && second === all) return 1
  if (first === 0 && second === 0) return 1
  const expected = (first / all) * second
  return (shared - expected) / ((first + second) / 2 - expected)
}

function fscoreOf(table: Contingency): number {
  const { shared, first, second } = pairs(table)
  return first + second === 0 ? 1 : (2 * shared) / (first + second)
}

/** Counts pairs of samples: in one cluster of both labelings, of the first, of the second, and all pairs. */
function pairs({ counts, rowSums, columnSums, samples }: Contingency) {
  const choose = (sizes: Float64Array) => sizes.reduce((sum, size) => sum + (size * (size - 1)) / 2, 0)
  return {
    shared: choose(counts),
    first: choose(rowSums),
    second: choose(columnSums),
    all: (samples * (samples - 1)) / 2,
  }
}
