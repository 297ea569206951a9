import { type AssociateOptions, type Associations, associate, InputError, type ShapedView } from '@manyview/core'
import { type ByteSource, circularWarnings, type Dataset, readMetadata } from '@manyview/formats'
import { fileSource } from '@manyview/node'
import { associateOptions, type MetadataSettings } from '../flags/metadata-flags.ts'
import { stoppable } from '../input/open-sources.ts'

/** What is known of the samples besides the views. */
export interface SampleMetadata {
  /** One text per sample, by column. */
  columns: Record<string, string[]>
  options: AssociateOptions
  sources: ByteSource[]
  notes: string[]
  warnings: string[]
}

/** Reads the files of --metadata, puts what was found beside the views with them, and refuses before the fit what could not be tested after it; null where nothing is known. */
export async function gatherMetadata(
  settings: MetadataSettings & { id?: string },
  dataset: Dataset<ShapedView>,
  signal: AbortSignal,
): Promise<SampleMetadata | null> {
  const options = associateOptions(settings)
  const sources = (settings.metadata ?? []).map((path) => stoppable(fileSource(path), signal))
  const found: SampleMetadata = { columns: {}, options, sources, notes: [], warnings: [] }
  for (const source of sources) {
    const { columns, notes, warnings } = await readMetadata(source, dataset, { id: settings.id })
    found.notes.push(...notes)
    found.warnings.push(...warnings)
    for (const { name, values } of columns) found.columns[freeName(name, found.columns)] = values
  }
  for (const { name, values } of dataset.metadata) if (!Object.hasOwn(found.columns, name)) found.columns[name] = values
  if (Object.keys(found.columns).length === 0) {
    const asked = settings.survival ?? Object.keys(settings.metadataKind ?? {})[0]
    if (asked === undefined) return null
    throw new InputError('there is no metadata, give a file with --metadata', {
      code: 'metadata',
      argument: settings.survival === undefined ? '--metadata-kind' : '--survival',
    })
  }
  const { columns } = associate(new Int32Array(dataset.samples), found.columns, options)
  found.warnings.push(...circularWarnings(columns, dataset))
  return found
}

/** How the clusters go with what is known of the samples. */
export function associateRun(labels: Int32Array, { columns, options }: SampleMetadata): Associations {
  return associate(labels, columns, options)
}

/** The name itself, or with a number behind it where another file has it. */
function freeName(name: string, taken: object): string {
  let free = name
  for (let copy = 2; Object.hasOwn(taken, free); copy++) free = `${name} (${copy})`
  return free
}
