import { type FeatureSetEffect, testFeatureSets } from '@manyview/core/metadata'
import { type Dataset, featureNames, gatherFeatureSets } from '@manyview/formats'
import { blobSource } from './blob-source.ts'
import { chosenViews } from './fit.ts'

/** The sets of some files, tested against clusters. */
export interface TestedSets {
  sets: { name: string }[]
  effects: FeatureSetEffect[]
}

/** Tests the sets of GMT files against clusters, in those of the views whose features have names. */
export async function testSets(
  dataset: Dataset,
  files: readonly File[],
  views: readonly string[],
  labels: Int32Array,
): Promise<TestedSets> {
  const names = Object.fromEntries(Object.entries(featureNames(dataset)).filter(([view]) => views.includes(view)))
  const sets = await gatherFeatureSets(files.map(blobSource), names)
  const effects = await testFeatureSets(chosenViews(dataset, Object.keys(names)), labels, names, sets)
  return { sets: sets.map(({ name }) => ({ name })), effects }
}
