import { Random } from '@manyview/core/numerics'
import type { Source, Sources } from './data-set.ts'
import { type Blobs, drawBlobs, drawCentres, drawnSource, draws } from './drawn.ts'

const columnCounts = [4, 10, 30]
const groupSizes = [30, 100]

/** Groups along one line through the middle: little, medium and much of everything. */
export const lineTables: Sources = tablesOf('line', [4, 6], (random, columns, apart, size) => {
  const centres = [-1, 0, 1].map((place) => new Array<number>(columns).fill((place * apart) / Math.sqrt(columns)))
  return drawBlobs(random, centres, [size, size, size])
})

/** Two, three or five groups anywhere, five deviations apart. */
export const groupTables: Sources = tablesOf('groups', [2, 3, 5], (random, columns, count, size) =>
  drawBlobs(random, centresOf(random, columns, count), new Array(count).fill(size)),
)

/** Two, three or five groups anywhere, each after the first with a third, a fifth, … of its samples. */
export const unevenTables: Sources = tablesOf('uneven groups', [2, 3, 5], (random, columns, count, size) =>
  drawBlobs(
    random,
    centresOf(random, columns, count),
    Array.from({ length: count }, (_, c) => Math.ceil(size / (1 + 2 * c))),
  ),
)

/** Groups that two of the columns tell apart; the others are noise. */
export const noisyTables: Sources = tablesOf('two columns of', [2, 3, 5], (random, columns, count, size) =>
  drawBlobs(
    random,
    centresOf(random, 2, count).map((centre) => [...centre, ...new Array<number>(columns - 2).fill(0)]),
    new Array(count).fill(size),
  ),
)

function centresOf(random: Random, dimensions: number, count: number): number[][] {
  return drawCentres(random, { count, dimensions, halfWidth: 12 / Math.sqrt(dimensions), apart: 5 })
}

function tablesOf(
  name: string,
  kinds: readonly number[],
  draw: (random: Random, columns: number, kind: number, size: number) => Blobs,
): Sources {
  const settings = columnCounts.flatMap((columns) =>
    kinds.flatMap((kind) => groupSizes.map((size) => [columns, kind, size] as const)),
  )
  return Object.fromEntries(
    settings.flatMap(([columns, kind, size]) =>
      Array.from({ length: draws }, (_, number): [string, Source] => [
        `${name} ${kind} of ${size} in ${columns} columns ${number + 1}`,
        drawnSource(3 * size, () => {
          const random = new Random(300).split(name.length, columns, kind, size, number)
          const { rows, labels } = draw(random, columns, kind, size)
          return { views: [rows], labels }
        }),
      ]),
    ),
  )
}
