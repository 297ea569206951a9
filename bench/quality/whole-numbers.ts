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
