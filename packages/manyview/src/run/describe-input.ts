import type { ShapedView } from '@manyview/core'
import type { Dataset, RunRecord } from '@manyview/formats'
import type { ViewSummary } from '../print/clustering-json.ts'
import type { FitSettings } from '../settings/settings-file.ts'
import { version } from '../version.ts'

/** Settings that decide what is clustered. */
const described = [
  ...(['samples', 'views', 'columns', 'id', 'kind', 'categories', 'skipBroken', 'embed', 'join', 'missing'] as const),
  ...(['labels', 'metadata', 'shuffle', 'stream', 'outliers'] as const),
]

/** What is kept of the input beside its checksums, so that the run can be repeated. */
export async function describeInput(
  dataset: Dataset<ShapedView>,
  settings: FitSettings,
): Promise<Pick<RunRecord, 'versions' | 'reading' | 'views'>> {
  const asked = described.map((name) => [name, settings[name]])
  const models = settings.embed && (await import('@manyview/formats/things')).usedModels(dataset.recipes)
  return {
    versions: { manyview: version, node: process.versions.node },
    reading: Object.fromEntries([...asked, ['models', models]].filter(([, value]) => value !== undefined)),
    views: summarise(dataset),
  }
}

function summarise(dataset: Dataset<ShapedView>): ViewSummary[] {
  return dataset.views.map(({ name, view, kind }) => ({
    name,
    features: view.features,
    kind,
    sparse: 'pointers' in view || 'readSparseRows' in view,
  }))
}
