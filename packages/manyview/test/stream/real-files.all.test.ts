import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cluster, type DenseView } from '@manyview/core'
import { prepareViews } from '@manyview/core/methods'
import { isSparse, toDense } from '@manyview/core/numerics'
import { singleProcess } from '@manyview/core/runtime'
import { readDataset, writeNpy } from '@manyview/formats'
import { describe, expect, it } from 'vitest'
import { blockedNpy, FileScratch, fileSource } from '../../src/node.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const data = process.env.MANYVIEW_DATA ?? '../shared/data'
const missing = !existsSync(data)
const folder = temporaryFolder()

/** The views of a file as dense ones, in memory and as NPY files. */
async function bothWays(file: string) {
  const { views } = await readDataset([fileSource(join(data, `${file}.mat`))])
  const { views: prepared } = prepareViews(Object.fromEntries(views.map(({ name, view }) => [name, view])), {
    ranks: singleProcess,
  })
  const inMemory: Record<string, DenseView> = {}
  const inFiles: Record<string, ReturnType<typeof blockedNpy>> = {}
  for (const [v, { name, data: given }] of prepared.entries()) {
    const { rows, columns, data: numbers } = isSparse(given) ? toDense(given) : given
    const path = join(folder, `${file}-${v}.npy`)
    writeFileSync(path, writeNpy(numbers, [rows, columns]))
    inMemory[name] = { data: numbers, samples: rows, features: columns }
    inFiles[name] = blockedNpy(path)
  }
  return { inMemory, inFiles }
}

describe('fits of real files in blocks', () => {
  it.skipIf(missing).each([
    { file: 'MSRC-v1', clusters: 7 },
    { file: '3Sources', clusters: 6 },
  ])(
    `are those in memory to the last bit: $file${missing ? ` (skipped: no folder ${data}, set MANYVIEW_DATA)` : ''}`,
    async ({ file, clusters }) => {
      const { inMemory, inFiles } = await bothWays(file)
      const scratch = new FileScratch(folder)
      for (const task of [{ effort: 'fast' }, { method: 'dstl' }] as const) {
        const { seconds: _, ...expected } = await cluster(inMemory, { ...task, clusters })
        const { seconds: __, ...found } = await cluster(inFiles, { ...task, clusters, runtime: { scratch } })
        expect(found).toEqual(expected)
      }
      scratch.close()
      for (const view of Object.values(inFiles)) view.close()
    },
  )
})
