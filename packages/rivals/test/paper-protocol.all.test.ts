import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { cluster, type DenseView } from '@manyview/core'
import { accuracy } from '@manyview/core/metrics'
import { kmeans, Random } from '@manyview/core/numerics'
import { Kernels } from '@manyview/core/runtime'
import { readDataset } from '@manyview/formats'
import { fileSource } from 'manyview/node'
import { describe, expect, it } from 'vitest'
import { ascr } from '../src/methods/ascr.ts'

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

// The masks of the authors are not public data here: of `share` of the samples, each loses a random part of its views, as in theirs.
describe('ASCR with its published settings', () => {
  it.skipIf(missing).each([
    { share: 0, stored: 0.995, shuffledAtMost: 0.95 },
    { share: 0.5, stored: 0.985, shuffledAtMost: 0.7 },
    { share: 0.9, stored: 0.985, shuffledAtMost: 0.4 },
  ])(
    `reaches the published accuracy on NGs in the stored order, and not shuffled, where $share of the samples lack views${missing ? ` (skipped: no folder ${folder}, set MANYVIEW_DATA)` : ''}`,
    async ({ share, stored, shuffledAtMost }) => {
      const data = await readDataset([await fileSource(join(folder, 'NGs.mat'))])
      const truth = data.labels[0].values
      const random = new Random(1)
      const present = data.views.map(() => new Uint8Array(500).fill(1))
      for (const i of random.permutation(500).subarray(0, share * 500)) {
        const lacking = 1 + random.below(2 ** present.length - 2)
        for (const [v, marks] of present.entries()) marks[i] = (lacking >> v) & 1 ? 0 : 1
      }
      const accuracyIn = async (order: Uint32Array) => {
        const views = data.views.map(({ view }, v) => {
          const { data: numbers, features } = view as DenseView
          const rows = Array.from(order, (i) => Array.from({ length: features }, (_, j) => numbers[i * features + j]))
          return { data: rows.flat(), samples: 500, features, present: Array.from(order, (i) => present[v][i]) }
        })
        const { labels } = await cluster(views, { clusters: 5, method: ascr })
        return accuracy(
          Array.from(order, (i) => truth[i]),
          labels,
        )
      }
      expect(await accuracyIn(Uint32Array.from({ length: 500 }, (_, i) => i))).toBeGreaterThanOrEqual(stored)
      expect(await accuracyIn(new Random(1).permutation(500))).toBeLessThan(shuffledAtMost)
    },
  )
})
