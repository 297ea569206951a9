import { InputError } from '../input-error.ts'
import { adjustPValues } from '../numerics/math/adjust-p-values.ts'
import { type AverageRanks, averageRanks } from '../numerics/math/average-ranks.ts'
import { chiSquaredTail } from '../numerics/math/chi-squared-tail.ts'
import { complete, drive, type PaceOptions } from '../runtime/drive.ts'
import { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import { singleProcess } from '../runtime/ranks/single-process.ts'
import type { AnyViews } from '../views/blocked-view.ts'
import { prepareRows } from '../views/prepare-views.ts'
import { counted } from '../words/numbers.ts'
import { ownProperty } from '../words/own-property.ts'
import { eachFeature, featuresToRank } from './distinguishing-features.ts'

/** Features that belong together, by name, such as the genes of a pathway. */
export interface FeatureSet {
  name: string
  members: readonly string[]
}

/** How a set of features goes with a cluster. */
export interface FeatureSetEffect {
  view: string
  cluster: number
  /** Its place among the sets. */
  set: number
  /** How many features of the view are in it. */
  features: number
  /**
   * From −1 to 1: the chance that a feature of the set is higher in the cluster, by Cliff's delta, than one outside of the set, less the chance that it is lower.
   */
  effect: number
  /** Two-sided, by the normal approximation. It takes features for independent: those of a set vary together, so that p is too small. */
  p: number
  /** p adjusted for all tests together (Benjamini and Hochberg). */
  q: number
}

/** Sets with fewer features in a view are not tested: the normal approximation leans on some. */
const FEWEST = 5

/**
 * Tests for each cluster, view and set whether the features of the set are higher or lower in the cluster than the view's other features are: all features are ranked by how far they set the cluster apart (Cliff's delta), then the test of
 * Mann and Whitney compares the set's with the others. `names` are those of each view's features; views without names are left out, and sets with fewer than 5 features in a view, or with all of them, are not tested
 * there. In the order of views, clusters and sets. O(samples · log samples) per feature, then O(clusters · members).
 */
export async function testFeatureSets(
  views: AnyViews,
  labels: ArrayLike<number>,
  names: Readonly<Record<string, readonly string[]>>,
  sets: readonly FeatureSet[],
  options: PaceOptions = {},
): Promise<FeatureSetEffect[]> {
  return complete(drive(tested(await Kernels.load(), views, Int32Array.from(labels), names, sets), options))
}

function* tested(
  kernels: Kernels,
  given: AnyViews,
  labels: Int32Array,
  names: Readonly<Record<string, readonly string[]>>,
  sets: readonly FeatureSet[],
): Generator<Progress, FeatureSetEffect[]> {
  const { views, samples } = yield* prepareRows(given, { missing: 'refuse', ranks: singleProcess })
  if (labels.length !== samples)
    throw new InputError(`has ${labels.length} for ${samples} samples, give one cluster per sample`, {
      code: 'labels',
      argument: 'labels',
    })
  const negative = labels.findIndex((label) => label < 0)
  if (negative >= 0)
    throw new InputError(`has ${labels[negative]} for sample ${negative}, give clusters from 0 on`, {
      code: 'labels',
      argument: 'labels',
    })
  const clusters = labels.reduce((most, label) => Math.max(most, label), -1) + 1
  const results: FeatureSetEffect[] = []
  for (const view of views) {
    const featureNames = ownProperty(names, view.name)
    if (!featureNames) continue
    if (featureNames.length !== view.data.columns)
      throw new InputError(
        `has ${counted(featureNames.length, 'name')} for ${counted(view.data.columns, 'feature')}, give one per feature`,
        { code: 'names', argument: `names of "${view.name}"` },
      )
    const places = placesOf(featureNames, sets)
    if (places.every((each) => each === null)) continue
    const effects = Array.from({ length: clusters }, () => new Float64Array(featureNames.length))
    yield* eachFeature(kernels, featuresToRank(view, labels, clusters), (feature, ranked) => {
      for (let c = 0; c < clusters; c++) effects[c][feature] = ranked.effects[c]
    })
    for (const [cluster, values] of effects.entries()) {
      const ranks = averageRanks(values)
      for (const [set, members] of places.entries())
        if (members)
          results.push({
            ...{ view: view.name, cluster, set, features: members.length },
            ...rankSumTest(ranks, members),
            q: 1,
          })
    }
  }
  const adjusted = adjustPValues(results.map(({ p }) => p))
  return results.map((result, i) => ({ ...result, q: adjusted[i] }))
}

/** True where `testFeatureSets` would test one of the sets in one of the views, whose features have these names. */
export function canTestFeatureSets(
  names: Readonly<Record<string, readonly string[]>>,
  sets: readonly FeatureSet[],
): boolean {
  return Object.values(names).some((featureNames) => placesOf(featureNames, sets).some((places) => places !== null))
}

/** The places of each set's members among the features; null where they are too few to test, or all. Several features may have one name. */
function placesOf(featureNames: readonly string[], sets: readonly FeatureSet[]): (number[] | null)[] {
  const byName = new Map<string, number[]>()
  featureNames.forEach((name, place) => {
    const places = byName.get(name)
    if (places) places.push(place)
    else byName.set(name, [place])
  })
  return sets.map(({ members }) => {
    const places = [...new Set(members)].flatMap((member) => byName.get(member) ?? [])
    return places.length >= FEWEST && places.length < featureNames.length ? places : null
  })
}

/**
 * The test of Mann and Whitney of some of the ranked values (their places) against all others, two-sided by the normal approximation, corrected for ties and continuity; the effect is Cliff's delta. O(members).
 */
export function rankSumTest(
  { ranks, ties }: Pick<AverageRanks, 'ranks' | 'ties'>,
  members: readonly number[],
): { effect: number; p: number } {
  const n = ranks.length
  const inside = members.length
  const outside = n - inside
  const sum = members.reduce((all, place) => all + ranks[place], 0)
  const middle = (inside * outside) / 2
  const apart = sum - (inside * (inside + 1)) / 2 - middle
  const variance = ((inside * outside) / 12) * (n + 1 - ties / (n * (n - 1)))
  const z = variance > 0 ? (Math.abs(apart) - 0.5) / Math.sqrt(variance) : 0
  return { effect: apart / middle, p: z > 0 ? chiSquaredTail(z * z, 1) : 1 }
}
