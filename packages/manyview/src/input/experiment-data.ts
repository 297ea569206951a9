import { basename } from 'node:path'
import { InputError } from '@manyview/core'
import type { Presence } from '@manyview/core/methods'
import { encodeLabels } from '@manyview/core/metrics'
import { counted } from '@manyview/core/words'
import { type ByteSource, type Dataset, readLabels } from '@manyview/formats'
import type { DataRequest } from '../experiments/job.ts'
import { withSampleFile } from '../experiments/with-sample-file.ts'
import { fileSource } from '../files/file-source.ts'
import { chooseLabels } from '../settings/choose-labels.ts'
import { readOptions } from '../settings/reading.ts'
import type { Settings } from '../settings/table.ts'
import { unusedWeights } from '../settings/view-weights.ts'
import { checkFinite } from './check-finite.ts'
import { completeDataset } from './complete-dataset.ts'
import { readInput } from './read-input.ts'

/** Samples that many processes will read. */
export interface ExperimentData {
  sources: readonly ByteSource[]
  dataset: Dataset
  data: DataRequest
  /** Which samples have which views. */
  presence: Presence
  /** The files' names without folder and ending. */
  name: string
  clusters: number
  truth: number[] | null
  truthName: string | null
}

/** Reads and checks the files of an experiment, lays the samples down in a temporary file for as long as `use` runs. */
export async function withExperimentData<T>(
  command: string,
  files: readonly string[],
  flags: Settings<'compare'> | Settings<'audit'>,
  signal: AbortSignal,
  use: (data: ExperimentData) => Promise<T>,
): Promise<T> {
  const fail = (argument: string, message: string): never => {
    throw new InputError(message, { code: 'bad-option', argument })
  }
  if (files.length === 0) fail('file', `no file is given, for example: manyview ${command} data.mat --clusters 5`)
  const { clusters } = flags
  if (clusters === undefined)
    return fail('--clusters', 'is missing, say how many clusters to find, for example --clusters 5')
  const input = await readInput(files, readOptions(flags), signal, { embed: flags.embed })
  const { dataset } = await completeDataset(input.dataset, flags.missing, { signal })
  const warnings = [...unusedWeights(dataset, 'all methods get the same data'), ...dataset.warnings]
  if (clusters > dataset.samples)
    fail(
      '--clusters',
      `is ${clusters} but there are only ${counted(dataset.samples, 'sample')}, give at most ${dataset.samples}`,
    )
  const truth = await chooseLabels(flags.labels, dataset, (path) => readLabels(fileSource(path)))
  const name = files.map((file) => basename(file).replace(/\.[^.]+$/, '')).join('+')
  const views = Object.fromEntries(dataset.views.map(({ name, view }) => [name, { ...view, ids: undefined }]))
  checkFinite(views, dataset.ids)
  signal.throwIfAborted()
  return withSampleFile(views, (data, presence) =>
    use({
      sources: input.sources,
      dataset: { ...dataset, notes: [...dataset.notes, ...(truth?.notes ?? [])], warnings },
      data,
      presence,
      name,
      clusters,
      truth: truth && Array.from(encodeLabels(truth.labels).codes),
      truthName: truth?.name ?? null,
    }),
  )
}
