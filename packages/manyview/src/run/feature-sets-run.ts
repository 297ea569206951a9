import { type Clustering, InputError } from '@manyview/core'
import { type FeatureSet, type FeatureSetEffect, testFeatureSets } from '@manyview/core/metadata'
import type { ShapedView } from '@manyview/core/numerics'
import {
  type ByteSource,
  clusterName,
  type Dataset,
  featureNames,
  featureSetsCsv,
  gatherFeatureSets,
} from '@manyview/formats'
import { fileSource } from '../files/file-source.ts'
import { stoppable } from '../input/open-sources.ts'
import { ProgressDisplay } from '../screen/progress-display.ts'
import type { Screen } from '../screen/screen.ts'

/** The sets of --sets, and the names of the features that they are about. */
export interface GatheredSets {
  sets: FeatureSet[]
  /** By view. */
  names: Record<string, string[]>
  sources: ByteSource[]
}

/** The sets and how each goes with each cluster. */
export interface TestedSets {
  sets: readonly FeatureSet[]
  effects: FeatureSetEffect[]
}

/** Reads the files of --sets, and refuses before the fit what could not be tested after it; null where none is given. */
export async function gatherSets(
  paths: readonly string[] | undefined,
  dataset: Dataset<ShapedView>,
  holdsAll: boolean,
  signal: AbortSignal,
): Promise<GatheredSets | null> {
  if (paths === undefined) return null
  if (!holdsAll)
    throw new InputError('needs all samples in one process, fit without mpirun or test the sets in the studio', {
      code: 'bad-option',
      argument: '--sets',
    })
  const sources = paths.map((path) => stoppable(fileSource(path), signal))
  const names = featureNames(dataset)
  return { sets: await gatherFeatureSets(sources, names), names, sources }
}

/** Tests the sets against the clusters, with progress on the screen; null where there are none, or after an interrupt, which does not cost the labels. */
export async function testSets(
  gathered: GatheredSets | null,
  views: Readonly<Record<string, ShapedView>>,
  labels: Int32Array,
  screen: Screen,
  quiet: boolean,
  signal: AbortSignal,
): Promise<TestedSets | null> {
  if (!gathered) return null
  const { sets, names } = gathered
  // Rows are matched already; leaving the ids out saves matching them again.
  const named = Object.keys(names).map((name) => [name, { ...views[name], ids: undefined }])
  try {
    const effects = await ProgressDisplay.of(screen, quiet, (onProgress) =>
      testFeatureSets(Object.fromEntries(named), labels, names, sets, { signal, onProgress }),
    )
    return { sets, effects }
  } catch (error) {
    if (signal.aborted) return null
    throw error
  }
}

/** `sets.csv`; nothing where no set was tested. */
export function setsFile(
  tested: TestedSets | null,
  { clusters }: Pick<Clustering, 'clusters'>,
  names: readonly string[] | undefined,
): Record<string, string> {
  if (!tested) return {}
  const clusterNames = Array.from({ length: clusters }, (_, cluster) => clusterName({ names }, cluster))
  return { 'sets.csv': featureSetsCsv(tested.effects, tested.sets, clusterNames) }
}
