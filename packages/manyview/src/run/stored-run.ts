import { InputError } from '@manyview/core'
import {
  clusteringOf,
  clusteringRecord,
  type Dataset,
  featureNames,
  type StoredClustering,
  storedAssociations,
  storedClustering,
} from '@manyview/formats'
import { checksum } from '../files/checksum.ts'
import { readClusteringRecord } from '../files/read-clustering-record.ts'
import { type Input, readInput } from '../input/read-input.ts'
import type { Screen } from '../screen/screen.ts'
import { type ReadingSettings, readOptions } from '../settings/reading.ts'
import { settingsOf } from '../settings/table.ts'
import { names } from '../settings/values.ts'
import { explainRun } from './explain-run.ts'

/** A clustering.json, explained anew from the data where `files` are given, with the texts and pictures in them. Data that was not clustered gives an InputError. */
export async function storedRun(
  path: string,
  files: readonly string[] | undefined,
  screen: Screen,
  quiet: boolean,
  signal: AbortSignal,
): Promise<StoredClustering & { things: Dataset['things'] }> {
  const stored = await readClusteringRecord(path)
  if (!files) return { ...stored, things: [] }
  const input = await readAgain(stored, path, files, signal)
  const views = Object.fromEntries(input.dataset.views.map(({ name, view }) => [name, view]))
  const clustering = clusteringOf(stored)
  const explanation = await explainRun({ views, clustering }, screen, quiet, signal)
  const { record, truth } = stored
  const explained = clusteringRecord(clustering, {
    ...record,
    warnings: [...record.warnings, ...(await changedWarning(stored, input))],
    truth: truth && { name: truth.name, labels: Array.from(truth.codes, (code) => truth.classes[code]) },
    metadata: storedAssociations(stored),
    explanation,
    featureNames: featureNames(input.dataset),
  })
  return { ...storedClustering(explained, path), things: input.dataset.things }
}

/** Reads the data of a stored clustering again, as it was read for the fit. Data that was not clustered gives an InputError. */
export async function readAgain(
  stored: StoredClustering,
  path: string,
  files: readonly string[],
  signal: AbortSignal,
): Promise<Input> {
  const reading = readingOf(stored)
  // Records of version 0.1 name the columns of texts and pictures apart from the kinds.
  const { texts, pictures } = stored.record.reading
  const options = readOptions(reading)
  const columns = { texts: options.texts ?? names.read(texts), pictures: options.pictures ?? names.read(pictures) }
  const input = await readInput(files, { ...options, ...columns }, signal, { embed: reading.embed })
  checkSame(stored, input, path)
  return input
}

/** How the data was read, as far as it is what flags can say. */
function readingOf({ record: { reading } }: StoredClustering): ReadingSettings {
  const entries = Object.entries(settingsOf('inspect')).map(([name, { value }]) => [name, value.read(reading[name])])
  return Object.fromEntries(entries)
}

function checkSame({ record, ids }: StoredClustering, { dataset }: Input, path: string): void {
  const fail = (message: string): never => {
    throw new InputError(`${message}, give the files that were clustered`, { code: 'other-data', argument: '--views' })
  }
  const viewList = (views: readonly { name: string; features: number }[]) =>
    views.map(({ name, features }) => `${name} (${features})`).join(', ')
  const views = dataset.views.map(({ name, view: { features } }) => ({ name, features }))
  if (dataset.samples !== record.samples) fail(`there are ${dataset.samples} samples but ${path} has ${record.samples}`)
  if (viewList(views) !== viewList(record.views))
    fail(`the views are ${viewList(views)} but ${path} has ${viewList(record.views)}`)
  if (ids && dataset.ids && ids.some((id, i) => id !== dataset.ids![i]))
    fail(`the samples have other ids, or another order, than in ${path}`)
}

/** A record also names files that are not views: labels, metadata. */
async function changedWarning({ record }: StoredClustering, { sources }: Input): Promise<string[]> {
  const recordChecksums = record.inputs.map(({ sha256 }) => sha256)
  for (const source of sources)
    if (!recordChecksums.includes(await checksum(source)))
      return ['the files that the map and the features come from are not, byte for byte, those that were clustered']
  return []
}
