import type { ShapedView } from '@manyview/core/numerics'
import type { Dataset, RunRecord } from '@manyview/formats'
import type { FitSettings } from '../flags/fit-settings.ts'
import type { ViewSummary } from '../print/clustering-json.ts'
import { version } from '../version.ts'

/** What is kept of the input beside its checksums, so that the run can be repeated. */
export async function describeInput(
  dataset: Dataset<ShapedView>,
  settings: FitSettings,
): Promise<Pick<RunRecord, 'versions' | 'reading' | 'views'>> {
  const { samples, views, columns, id, kind, categories, join, missing, labels, shuffle, stream, outliers } = settings
  const { texts, pictures, skipBroken, embed } = settings
  const { metadata, survival, metadataKind } = settings
  const asked = Object.entries({
    samples,
    views,
    columns,
    id,
    kind,
    categories,
    texts,
    pictures,
    skipBroken,
    embed,
    models: embed && (await import('@manyview/formats/things')).usedModels(dataset.recipes),
    join,
    missing,
    labels,
    metadata,
    survival,
    metadataKind,
    shuffle,
    stream,
    outliers,
  })
  return {
    versions: { manyview: version, node: process.versions.node },
    reading: Object.fromEntries(asked.filter(([, value]) => value !== undefined)),
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
