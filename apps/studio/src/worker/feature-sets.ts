import { InputError } from '@manyview/core'
import { type FeatureSetEffect, testFeatureSets } from '@manyview/core/metadata'
import { type Dataset, featureNames, readFeatureSets } from '@manyview/formats'
import { blobSource } from './blob-source.ts'
import { chosenViews } from './fit.ts'

/** The sets of some files, tested against clusters. */
export interface TestedSets {
  sets: { name: string }[]
  effects: FeatureSetEffect[]
}

/** Names that are shown of those that do not meet. */
const shown = 3

/** Tests the sets of GMT files against clusters, in those of the views whose features have names. */
export async function testSets(
  dataset: Dataset,
  files: readonly File[],
  views: readonly string[],
  labels: Int32Array,
): Promise<TestedSets> {
  const sets = (await Promise.all(files.map((file) => readFeatureSets(blobSource(file))))).flat()
  const names = featureNames(dataset)
  const named = views.filter((view) => Object.hasOwn(names, view))
  const effects = await testFeatureSets(chosenViews(dataset, named), labels, names, sets)
  if (effects.length === 0)
    throw new InputError(
      `has no set with at least 5 features of a view, and fewer than all: sets hold ${sets
        .flatMap(({ members }) => members.slice(0, 1))
        .slice(0, shown)
        .join(', ')}, features are called ${named
        .flatMap((view) => names[view].slice(0, shown))
        .slice(0, shown)
        .join(', ')}; give sets with names of the same kind`,
      { code: 'no-features', argument: files.map(({ name }) => name).join(', ') },
    )
  return { sets: sets.map(({ name }) => ({ name })), effects }
}
