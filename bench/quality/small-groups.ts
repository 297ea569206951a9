import { Random } from '@manyview/core/numerics'
import type { Source, Sources } from './data-set.ts'
import { drawBlobs, drawCentres, drawnSource, draws } from './drawn.ts'

/** Tables of whole numbers from 1 to `most`: answers to 5 or 7, counts to 20. `spread` is the deviation around a centre before rounding: the smaller, the more rows are the same. */
const tables = [
  { samples: 300, columns: 2, clusters: 3, most: 5, spread: 0.5 },
  { samples: 600, columns: 3, clusters: 4, most: 5, spread: 0.5 },
  { samples: 500, columns: 4, clusters: 3, most: 5, spread: 0.5 },
  { samples: 400, columns: 3, clusters: 4, most: 7, spread: 0.5 },
  { samples: 800, columns: 4, clusters: 4, most: 7, spread: 0.5 },
  { samples: 300, columns: 2, clusters: 3, most: 20, spread: 1 },
  { samples: 600, columns: 2, clusters: 4, most: 20, spread: 1 },
  { samples: 400, columns: 2, clusters: 4, most: 7, spread: 0.25 },
  { samples: 600, columns: 3, clusters: 3, most: 5, spread: 0.25 },
]

/** Groups that are clearly apart, in columns of few whole numbers, so that many rows are the same. */
export const wholeNumbers: Sources = Object.fromEntries(tables.flatMap(sourcesOf))

function sourcesOf({ samples, columns, clusters, most, spread }: (typeof tables)[number]): [string, Source][] {
  return Array.from({ length: draws }, (_, draw) => [
    `whole numbers ${samples}x${columns} to ${most} spread ${spread} ${draw + 1}`,
    drawnSource(samples, () => {
      const random = new Random(200).split(samples, columns, most, draw)
      const middle = (1 + most) / 2
      const halfWidth = middle - 1
      const apart = most > 10 ? 6 : 0.8 * halfWidth * Math.sqrt(columns)
      const centres = drawCentres(random, { count: clusters, dimensions: columns, halfWidth, apart })
      const { rows, labels } = drawBlobs(
        random,
        centres,
        centres.map(() => samples / clusters),
        spread,
      )
      const answer = (value: number) => Math.min(most, Math.max(1, Math.round(value + middle)))
      return { views: [rows.map((row) => row.map(answer))], labels }
    }),
  ])
}

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
  sizes.flatMap(([count, size]) => dimensions.flatMap((d) => blobsOf(count, size, d))),
)

function blobsOf(count: number, size: number, dimensions: number): [string, Source][] {
  return Array.from({ length: draws }, (_, draw) => [
    `small blobs ${count}x${size} d=${dimensions} ${draw + 1}`,
    drawnSource(count * size, () => {
      const random = new Random(100).split(count, size, dimensions, draw)
      const blobs = [0, 1].map(() => {
        const centres = drawCentres(random, { count, dimensions, halfWidth: 10, apart: 6 })
        return drawBlobs(random, centres, new Array(count).fill(size))
      })
      return { views: blobs.map(({ rows }) => rows), labels: blobs[0].labels }
    }),
  ])
}
