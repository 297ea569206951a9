import { InputError } from '@manyview/core'
import { type AssociateOptions, type Associations, associate } from '@manyview/core/metadata'
import type { ShapedView } from '@manyview/core/numerics'
import { type ByteSource, circularWarnings, type Dataset, readMetadata } from '@manyview/formats'
import { fileSource } from '../files/file-source.ts'
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
  const notes: string[] = []
  const warnings: string[] = []
  const named = new Map<string, string[]>()
  for (const source of sources) {
    const read = await readMetadata(source, dataset, { id: settings.id })
    notes.push(...read.notes)
    warnings.push(...read.warnings)
    for (const { name, values } of read.columns) named.set(freeName(name, named), values)
  }
  for (const { name, values } of dataset.metadata) if (!named.has(name)) named.set(name, values)
  if (named.size === 0) {
    const asked = settings.survival ?? Object.keys(settings.metadataKind ?? {})[0]
    if (asked === undefined) return null
    throw new InputError('there is no metadata, give a file with --metadata', {
      code: 'metadata',
      argument: settings.survival === undefined ? '--metadata-kind' : '--survival',
    })
  }
  const columns = Object.fromEntries(named)
  const tested = associate(new Int32Array(dataset.samples), columns, options)
  return { columns, options, sources, notes, warnings: [...warnings, ...circularWarnings(tested.columns, dataset)] }
}

/** How the clusters go with what is known of the samples. */
export function associateRun(labels: Int32Array, { columns, options }: SampleMetadata): Associations {
  return associate(labels, columns, options)
}

/** The name itself, or with a number behind it where another file has it. */
function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  let free = name
  for (let copy = 2; taken.has(free); copy++) free = `${name} (${copy})`
  return free
}
