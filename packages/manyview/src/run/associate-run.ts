import { InputError } from '@manyview/core'
import {
  type AssociateOptions,
  type Associations,
  associate,
  type ColumnKind,
  columnKinds,
} from '@manyview/core/metadata'
import type { ShapedView } from '@manyview/core/numerics'
import { counted } from '@manyview/core/words'
import { type ByteSource, circularWarnings, type Dataset, readMetadata } from '@manyview/formats'
import { fileSource } from '../files/file-source.ts'
import { stoppable } from '../input/open-sources.ts'
import { namesOfKind, ofKind } from '../settings/reading.ts'
import type { FitSettings } from '../settings/settings-file.ts'

/** What is known of the samples besides the views. */
export interface SampleMetadata {
  /** One text per sample, by column. */
  columns: Record<string, string[]>
  options: AssociateOptions
  /** Ids that a file of --metadata has for samples without any. */
  ids: string[] | null
  sources: ByteSource[]
  notes: string[]
  warnings: string[]
}

/** Reads the files of --metadata, puts what was found beside the views with them, and refuses before the fit what could not be tested after it; null where nothing is known. */
export async function gatherMetadata(
  { metadata = [], id, kind, labels }: Pick<FitSettings, 'metadata' | 'id' | 'kind' | 'labels'>,
  dataset: Dataset<ShapedView>,
  signal: AbortSignal,
): Promise<SampleMetadata | null> {
  const options = associateOptions(kind)
  const sources = metadata.map((path) => stoppable(fileSource(path), signal))
  const notes: string[] = []
  const warnings: string[] = []
  let { ids } = dataset
  const columnsByName = new Map<string, string[]>()
  for (const source of sources) {
    const table = await readMetadata(source, { ids, samples: dataset.samples }, { id })
    notes.push(...table.notes)
    warnings.push(...table.warnings)
    ids ??= table.ids
    for (const { name, values } of table.columns) columnsByName.set(freeName(name, columnsByName), values)
  }
  // The classes that the clusters are scored against are not tested once more.
  const classes = labels === 'auto' ? dataset.labels[0]?.name : labels
  for (const { name, values } of dataset.metadata)
    if (name !== classes && !columnsByName.has(name)) columnsByName.set(name, values)
  if (columnsByName.size === 0) {
    if (Object.keys(options.kinds ?? {}).length === 0 && !options.survival) return null
    throw new InputError('there is no metadata, give a file with --metadata', { code: 'metadata', argument: '--kind' })
  }
  const columns = Object.fromEntries(columnsByName)
  const tested = associate(new Int32Array(dataset.samples), columns, options)
  // A column that is said to be something else is no time and no event, whatever its name is.
  const { time = '', event = '' } = tested.survival ?? {}
  if (!options.survival && [time, event].some((name) => Object.hasOwn(options.kinds ?? {}, name)))
    options.survival = null
  return {
    columns,
    options,
    ids,
    sources,
    notes,
    warnings: [...warnings, ...circularWarnings(tested.columns, dataset)],
  }
}

/** What --kind says of columns of metadata. */
function associateOptions(kind: FitSettings['kind']): AssociateOptions {
  const [time, event] = ['time', 'event'].map((role) => namesOfKind(kind, [role]) ?? [])
  const kinds = ofKind(kind, columnKinds) as Record<string, ColumnKind> | undefined
  if (time.length + event.length === 0) return { kinds }
  if (time.length === 1 && event.length === 1) return { kinds, survival: { time: time[0], event: event[0] } }
  throw new InputError(
    `names ${counted(time.length, 'column')} of times and ${counted(event.length, 'column')} of events, give one of each, for example --kind days=time --kind death=event`,
    { code: 'bad-option', argument: '--kind' },
  )
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
