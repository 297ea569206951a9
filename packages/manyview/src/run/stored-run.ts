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
import { type ReadingSettings, readOptions } from '../flags/reading-flags.ts'
import { type Input, readInput } from '../input/read-input.ts'
import type { Screen } from '../screen/screen.ts'
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
  const input = await readInput(files, readOptions(reading), signal, { embed: reading.embed })
  checkSame(stored, input, path)
  return input
}

/** How the data was read, as far as it is what flags can say. */
function readingOf({ record: { reading } }: StoredClustering): ReadingSettings {
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  const texts = (value: unknown) =>
    Array.isArray(value) && value.every((each) => typeof each === 'string') ? (value as string[]) : undefined
  const named = (value: unknown) =>
    typeof value === 'object' && value !== null && texts(Object.values(value))
      ? (value as Record<string, string>)
      : undefined
  return {
    samples: text(reading.samples),
    views: texts(reading.views),
    labels: text(reading.labels),
    id: text(reading.id),
    columns: named(reading.columns),
    kind: named(reading.kind),
    categories: text(reading.categories),
    texts: texts(reading.texts),
    pictures: texts(reading.pictures),
    skipBroken: reading.skipBroken === true,
    embed: texts(reading.embed),
    join: text(reading.join),
  }
}

function checkSame({ record, ids }: StoredClustering, { dataset }: Input, path: string): void {
  const fail = (message: string): never => {
    throw new InputError(`${message}, give the files that were clustered`, { code: 'other-data', argument: '--views' })
  }
  const named = (views: readonly { name: string; features: number }[]) =>
    views.map(({ name, features }) => `${name} (${features})`).join(', ')
  const found = dataset.views.map(({ name, view: { features } }) => ({ name, features }))
  if (dataset.samples !== record.samples) fail(`there are ${dataset.samples} samples but ${path} has ${record.samples}`)
  if (named(found) !== named(record.views)) fail(`the views are ${named(found)} but ${path} has ${named(record.views)}`)
  if (ids && dataset.ids && ids.some((id, i) => id !== dataset.ids![i]))
    fail(`the samples have other ids, or another order, than in ${path}`)
}

async function changedWarning({ record }: StoredClustering, { sources }: Input): Promise<string[]> {
  const found = []
  for (const source of sources) found.push(await checksum(source))
  const known = record.inputs.map(({ sha256 }) => sha256)
  if ([...found].sort().join() === [...known].sort().join()) return []
  return ['the files that the map and the features come from are not, byte for byte, those that were clustered']
}
