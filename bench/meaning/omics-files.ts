import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type PreparedViews, prepareViews } from '@manyview/core/methods'
import { singleProcess } from '@manyview/core/numerics'
import { type Dataset, readDataset, readMetadata } from '@manyview/formats'
import { fileSource } from 'manyview/node'
import type { Benchmark } from '../quality/benchmark-files.ts'

const folder = process.env.MANYVIEW_DATA ?? fileURLToPath(new URL('../../../shared/data', import.meta.url))
const pathOf = (set: string, part: string) => `${folder}/omics/${set}-${part}.csv`

/** The views of patients, and the classes that a clinical table has for them; null where the files are absent. */
export async function readOmics(set: string, parts: readonly string[], clinical: string): Promise<Benchmark | null> {
  const found = await readTogether(set, parts, clinical)
  if (!found) return null
  const truth = found.columns[0].values
  return { name: `TCGA ${set.toUpperCase()}`, input: found.input, truth, clusters: new Set(truth).size, lacking: 0 }
}

/** The views of kidney cancer and the survival of the patients; null where the files are absent. */
export async function readKirc(): Promise<{ input: PreparedViews; survival: Record<string, string[]> } | null> {
  const found = await readTogether('kirc', ['ge', 'me', 'mi'], 'survival')
  if (!found) return null
  const survival = found.columns.filter(({ name }) => name === 'Survival' || name === 'Death')
  return { input: found.input, survival: Object.fromEntries(survival.map(({ name, values }) => [name, values])) }
}

async function readTogether(set: string, parts: readonly string[], about: string) {
  if (![...parts, about].every((part) => existsSync(pathOf(set, part)))) return null
  const dataset: Dataset = await readDataset(parts.map((part) => fileSource(pathOf(set, part))))
  const { columns } = await readMetadata(fileSource(pathOf(set, about)), dataset)
  return {
    columns,
    input: prepareViews(Object.fromEntries(dataset.views.map(({ name, view }) => [name, view])), {
      ranks: singleProcess,
    }),
  }
}
