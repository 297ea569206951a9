import { type BlockedView, blockedView } from '@manyview/core'
import type { ShapedView } from '@manyview/core/numerics'
import type { Ranks, Scratch } from '@manyview/core/runtime'
import { singleProcess } from '@manyview/core/runtime'
import type { ByteSource } from '../../../src/bytes/byte-source.ts'
import { type Dataset, readDataset } from '../../../src/dataset/read-dataset.ts'
import type { BlockedReading } from '../../../src/dataset/rows/read-part.ts'
import { isHeld, samplesFrom } from '../../../src/dataset/rows/take-samples.ts'
import { toView } from '../../../src/dataset/to-view.ts'
import { readNpy } from '../../../src/readers/npy/read.ts'
import { type ReadingCase, readingCases } from './reading-cases.ts'

/** On every rank: what of each case one process read, what the ranks read, and what they read in blocks. */
export async function run(ranks: Ranks): Promise<Record<string, Reading>> {
  const found: Record<string, Reading> = {}
  for (const [name, given] of Object.entries(readingCases))
    found[name] = {
      alone: await tried(() => read(given, singleProcess)),
      together: await tried(() => read(given, ranks)),
      inBlocks: await tried(async () => read(given, ranks, await blocksOf(given.files, 200))),
    }
  return found
}

export interface Reading {
  alone: Description
  together: Description
  inBlocks: Description
}

/** A dataset with all numbers written out; `whole` is why it could not be read in parts, which is left out of the warnings. */
export type Description = Partial<Omit<Dataset, 'views'>> & {
  views?: unknown[]
  error?: string
  whole?: string
  /** Names of the views that are not in memory. */
  blocked?: string[]
}

/** Reads a case, all files of more than `small` bytes as if they were large. */
export async function read(
  { files, options, manifest }: ReadingCase,
  ranks: Ranks,
  blocks?: BlockedReading,
): Promise<Description> {
  return describe(await readDataset(files, { ...options, manifest, ranks, blocks }), ranks)
}

/** Scratch in memory, and NPY files out of memory. */
export async function blocksOf(files: readonly ByteSource[], small: number): Promise<BlockedReading> {
  const bytes = new Map(await Promise.all(files.map(async (file) => [file.name, await file.slice(0)] as const)))
  const openNpy = (name: string, axis: 'rows' | 'columns'): BlockedView => {
    const value = readNpy(name, bytes.get(name)!)
    const view = value.type === 'dense' ? toView(value, axis) : null
    if (!view || 'pointers' in view) throw new Error('no matrix')
    return blockedView(view)
  }
  return { scratch, openNpy, small }
}

/** Rooms in memory. */
const scratch: Scratch = {
  room(rows, columns) {
    const data = new Float64Array(rows * columns).fill(Number.NaN)
    return {
      ...{ rows, columns, blockRows: 8 },
      readRows: (begin, end, to) => to.set(data.subarray(begin * columns, end * columns)),
      writeRows: (begin, values) => data.set(values, begin * columns),
      remove() {},
    }
  },
}

async function tried(work: () => Promise<Description>): Promise<Description> {
  try {
    return await work()
  } catch (error) {
    return { error: (error as Error).message }
  }
}

/** Everything of a dataset, all samples together on rank 0; on the others the same words without samples. */
function describe(dataset: Dataset<ShapedView>, ranks: Ranks): Description {
  const { samples, views, ids, labels, metadata, notes } = dataset
  const all = views.map(({ view, ...about }) => ({
    ...about,
    sparse: 'pointers' in view || 'readSparseRows' in view,
    rows: Array.from(ranks.gather(dense(view)) ?? []),
  }))
  const isWhole = (text: string) => /: (rank 0 read everything|everything was read|it was read whole)/.test(text)
  const warnings = dataset.warnings.filter((text) => !isWhole(text))
  const whole = dataset.warnings.find(isWhole)?.split(/: (rank 0|everything|it was)/)[0]
  const blocked = views.filter(({ view }) => !isHeld(view)).map(({ name }) => name)
  return { samples, views: all, ids, labels, metadata, notes, warnings, whole, blocked }
}

function dense(view: ShapedView): Float64Array {
  const { samples, features } = view
  const rows = new Float64Array(samples * features)
  const part = samplesFrom(view, 0, samples)
  for (let i = 0; i < samples; i++) {
    if ('pointers' in part)
      for (let p = part.pointers[i]; p < part.pointers[i + 1]; p++)
        rows[i * features + part.indices[p]] = part.values[p]
    else for (let j = 0; j < features; j++) rows[i * features + j] = part.data[i * features + j]
    if (part.present?.[i] === 0) rows.fill(-1, i * features, (i + 1) * features)
  }
  return rows
}
