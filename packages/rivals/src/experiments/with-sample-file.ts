import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Views } from '@manyview/core'
import { prepareViews } from '@manyview/core/methods'
import type { DataRequest } from './job.ts'
import { writeSampleFile } from './sample-file.ts'

/** Checks the samples and lays them down in a temporary file for as long as `use` runs. */
export async function withSampleFile<T>(views: Views, use: (data: DataRequest) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'manyview-'))
  try {
    const path = join(folder, 'samples')
    const checksum = await writeSampleFile(path, prepareViews(views))
    return await use({ kind: 'file', path, checksum })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
