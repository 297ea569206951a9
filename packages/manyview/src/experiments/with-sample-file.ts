import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Views } from '@manyview/core'
import { type Presence, prepareViews } from '@manyview/core/methods'
import { singleProcess } from '@manyview/core/runtime'
import type { DataRequest } from './job.ts'
import { writeSampleFile } from './sample-file.ts'

/** Checks the samples and lays them down in a temporary file for as long as `use` runs; `use` is also told who has which views. */
export async function withSampleFile<T>(
  views: Views,
  use: (data: DataRequest, presence: Presence) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'manyview-'))
  try {
    const path = join(folder, 'samples')
    const { presence, checksum } = await writeViews(path, views)
    return await use({ kind: 'file', path, checksum }, presence)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The views themselves need not stay in memory while the file is used. */
async function writeViews(path: string, views: Views): Promise<{ presence: Presence; checksum: string }> {
  const prepared = prepareViews(views, { ranks: singleProcess })
  const presence = { samples: prepared.samples, views: prepared.views.map(({ present }) => ({ present })) }
  return { presence, checksum: await writeSampleFile(path, prepared) }
}
