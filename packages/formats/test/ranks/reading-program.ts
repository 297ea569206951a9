import { type Communicator, type DenseView, oneProcess, type SparseView } from '@manyview/core'
import { readRows } from '../../src/ranks/read-rows.ts'
import { type Dataset, readDataset } from '../../src/read-dataset.ts'
import { readManifest } from '../../src/read-manifest.ts'
import { type ReadingCase, readingCases } from './reading-cases.ts'

/** On every rank: what of each case was read over the ranks, and in one process; and why rank 0 read everything, where it did. */
export async function run(communicator: Communicator): Promise<Record<string, Reading>> {
  const found: Record<string, Reading> = {}
  for (const [name, given] of Object.entries(readingCases)) {
    const alone = await tried(async () => describe(await whole(given), oneProcess))
    const read = () => readRows(given.files, given.options ?? {}, communicator, () => whole(given), given.manifest)
    const together = await tried(async () => describe(await read(), communicator))
    const handedOut = together.warnings?.find((text) => / rank 0 read everything/.test(text))
    const warnings = together.warnings?.filter((text) => text !== handedOut)
    found[name] = { alone, together: { ...together, warnings }, handedOut: handedOut?.split(': rank 0')[0] }
  }
  return found
}

export interface Reading {
  alone: Description
  together: Description
  handedOut?: string
}

type Description = Partial<Omit<Dataset, 'views'>> & { views?: unknown[]; error?: string }

function whole({ files, options, manifest }: ReadingCase): Promise<Dataset> {
  return manifest ? readManifest(manifest, files, options) : readDataset(files, options)
}

async function tried(work: () => Promise<Description>): Promise<Description> {
  try {
    return await work()
  } catch (error) {
    return { error: (error as Error).message }
  }
}

/** Everything of a dataset, all samples together on rank 0; on the others the same words without samples. */
function describe({ samples, views, ids, labels, notes, warnings }: Dataset, communicator: Communicator) {
  const all = views.map(({ view, ...about }) => ({
    ...about,
    rows: Array.from(communicator.gather(dense(view)) ?? []),
  }))
  return { samples, views: all, ids, labels, notes, warnings }
}

function dense(view: DenseView | SparseView): Float64Array {
  const { samples, features } = view
  const rows = new Float64Array(samples * features)
  for (let i = 0; i < samples; i++) {
    if ('pointers' in view)
      for (let p = view.pointers[i]; p < view.pointers[i + 1]; p++)
        rows[i * features + view.indices[p]] = view.values[p]
    else for (let j = 0; j < features; j++) rows[i * features + j] = view.data[i * features + j]
    if (view.present?.[i] === 0) rows.fill(-1, i * features, (i + 1) * features)
  }
  return rows
}
