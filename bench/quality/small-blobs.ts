import { Random } from '@manyview/core/numerics'
import type { Source, Sources } from './data-set.ts'
import { drawBlobs, drawCentres, drawnSource, draws } from './drawn.ts'

/** Numbers of clusters and of samples in each. */
const sizes = [
  [3, 3],
  [3, 5],
  [5, 6],
  [3, 10],
] as const
const dimensions = [2, 5, 10]

/** 9 to 30 samples in two views, in groups that lie at least six deviations apart in both. */
export const smallBlobs: Sources = Object.fromEntries(
  sizes.flatMap(([count, each]) => dimensions.flatMap((d) => sourcesOf(count, each, d))),
)

function sourcesOf(count: number, each: number, dimensions: number): [string, Source][] {
  return Array.from({ length: draws }, (_, draw) => [
    `small blobs ${count}x${each} d=${dimensions} ${draw + 1}`,
    drawnSource(count * each, () => {
      const random = new Random(100).split(count, each, dimensions, draw)
      const blobs = [0, 1].map(() => {
        const centres = drawCentres(random, { count, dimensions, halfWidth: 10, apart: 6 })
        return drawBlobs(random, centres, new Array(count).fill(each))
      })
      return { views: blobs.map(({ rows }) => rows), labels: blobs[0].labels }
    }),
  ])
}
