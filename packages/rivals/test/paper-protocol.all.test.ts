import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { cluster } from '@manyview/core'
import { accuracy } from '@manyview/core/metrics'
import { kmeans, Random } from '@manyview/core/numerics'
import { Kernels } from '@manyview/core/runtime'
import { readDataset } from '@manyview/formats'
import { fileSource } from 'manyview/node'
import { describe, expect, it } from 'vitest'

const folder = process.env.MANYVIEW_DATA ?? '../shared/data'
const missing = !existsSync(folder)

// The paper's protocol: stored order, λ chosen with the labels, ten k-means repetitions. Shuffled samples score far lower.
describe('DSTL under the paper protocol', () => {
  it.skipIf(missing).each([
    { file: 'BBCSport', clusters: 5, lambda1: 1, lambda2: 5, atLeast: 0.995 },
    { file: 'NGs', clusters: 5, lambda1: 1, lambda2: 5, atLeast: 0.995 },
    { file: 'HW', clusters: 10, lambda1: 5e-4, lambda2: 5e-2, atLeast: 0.98 },
    { file: 'CCV', clusters: 20, lambda1: 1e-2, lambda2: 5, atLeast: 0.69 },
  ])(
    `reaches the published accuracy on $file${missing ? ` (skipped: no folder ${folder}, set MANYVIEW_DATA)` : ''}`,
    async ({ file, clusters, lambda1, lambda2, atLeast }) => {
      const data = await readDataset([await fileSource(join(folder, `${file}.mat`))])
      const views = Object.fromEntries(data.views.map(({ name, view }) => [name, view]))
      const { embedding } = await cluster(views, { clusters, method: 'dstl', lambda1, lambda2 })
      const kernels = await Kernels.load()
      const repetitions = Array.from({ length: 10 }, (_, seed) => {
        const { labels } = kmeans(kernels, embedding!, { clusters, random: new Random(seed) })
        return accuracy(data.labels[0].values, labels)
      })
      const mean = repetitions.reduce((sum, value) => sum + value, 0) / repetitions.length
      expect(mean).toBeGreaterThanOrEqual(atLeast)
    },
  )
})
