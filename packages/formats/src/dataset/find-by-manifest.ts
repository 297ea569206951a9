import { InputError } from '@manyview/core'
import { counted } from '@manyview/core/words'
import { badFile } from '../bytes/bad-file.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import type { Contents, SourceOptions } from '../readers/read-source.ts'
import { findViews } from './find-views.ts'
import type { Findings, FoundView } from './findings.ts'
import type { Manifest } from './manifest.ts'
import { matrixShape } from './to-view.ts'

/** What a manifest names in its files, each of which `read` reads once. */
export async function findByManifest(
  manifest: Manifest,
  sources: readonly ByteSource[],
  read: (source: ByteSource, options: SourceOptions) => Promise<Contents[]>,
): Promise<Findings> {
  const specs = Object.entries(manifest.views)
  const contents = new Map<string, Contents[]>()
  const texts = new Set([manifest.labels?.name, ...specs.map(([, spec]) => spec.id)])
  const open = async (file: string) => {
    const source =
      sources.find(({ name }) => name === file) ??
      sources.find(({ name }) => name.split(/[\\/]/).pop() === file.split(/[\\/]/).pop())
    if (!source)
      throw new InputError(`file "${file}" is not there`, {
        code: 'no-file',
        argument: 'views.json',
        details: { file },
      })
    const known = contents.get(source.name)
    if (known) return known
    const variables = specs.flatMap(([, spec]) => (spec.file === file && spec.variable ? [spec.variable] : []))
    const found = await read(source, {
      keepText: (name) => texts.has(name),
      views: variables.length > 0 ? variables : undefined,
      labels: manifest.labels?.name,
    })
    contents.set(source.name, found)
    return found
  }
  const all: Findings = { views: [], labels: [], notes: [], warnings: [] }
  for (const [name, spec] of specs) {
    const content = await open(spec.file)
    const found = findViews(content, {
      id: spec.id,
      samples: spec.samples,
      views: spec.variable ? [spec.variable] : undefined,
      columns: spec.columns ? { [name]: spec.columns } : undefined,
      kinds: spec.kind && spec.columns ? { [name]: spec.kind } : undefined,
    })
    const single = found.views.length === 1
    const { features: featureNames, ids } = spec
    if ((featureNames || ids) && !single)
      throw badFile(
        'views.json',
        `view "${name}": ${spec.file} holds ${counted(found.views.length, 'view')}, name its variable`,
      )
    if (featureNames) checkFeatures(name, featureNames, found.views[0])
    all.views.push(
      ...found.views.map((view) => ({
        ...view,
        name: single ? name : `${name} ${view.name}`,
        kind: spec.kind ?? view.kind,
        weight: spec.weight,
        ...(featureNames && { featureNames }),
        ...(ids && { ids }),
      })),
    )
    if (!manifest.labels)
      all.labels.push(...found.labels.filter((labels) => !all.labels.some((other) => other.name === labels.name)))
    all.warnings.push(...found.warnings)
  }
  if (manifest.labels) {
    const { name, file } = manifest.labels
    const found = findViews(await open(file), { labels: name })
    all.labels.push(...found.labels.filter((labels) => labels.name === name))
  }
  return all
}

function checkFeatures(name: string, names: readonly string[], { value, axis }: FoundView): void {
  const features = matrixShape(value)[axis === 'rows' ? 1 : 0]
  if (names.length !== features)
    throw badFile(
      'views.json',
      `view "${name}": the names are ${names.length}, but it has ${counted(features, 'feature')}, give all`,
    )
}
