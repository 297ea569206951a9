import { fromRows, type Matrix, matrix } from '../../../src/numerics/linalg/matrix.ts'
import { takeRows } from '../../../src/numerics/linalg/take-rows.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import { Kernels } from '../../../src/runtime/kernels/kernels.ts'
import type { Ranks } from '../../../src/runtime/ranks/ranks.ts'
import { share } from '../../../src/runtime/ranks/share.ts'
import { singleProcess } from '../../../src/runtime/ranks/single-process.ts'
import { runToEnd } from '../../../src/runtime/steps.ts'
import type { NamedMatrix } from '../../../src/views/prepare-views.ts'
import { preprocessView } from '../../../src/views/preprocess-view.ts'
import { sparseRows } from '../../../src/views/sparse-rows.ts'
import { withManyDirections } from '../../many-directions.ts'
import { normalMatrix } from '../../numerics/random-matrix.ts'

/** Entries above a limit, as whole numbers: mostly zeros. */
function counts(rows: number, columns: number, seed: number): Matrix {
  const data = normalMatrix(rows, columns, seed).data.map((value) => Math.max(Math.floor(2 * value - 1), 0))
  return matrix(rows, columns, data)
}

const rowsOf = ({ rows, columns, data }: Matrix) =>
  Array.from({ length: rows }, (_, i) => Array.from(data.subarray(i * columns, (i + 1) * columns)))

/** Views of every kind that is preprocessed in its own way. */
export function viewsOfEveryKind(): NamedMatrix[] {
  const constantColumn = normalMatrix(61, 9, 1)
  for (let i = 0; i < 61; i++) constantColumn.data[9 * i + 4] = 7
  const present = Uint8Array.from({ length: 61 }, (_, i) => (i % 5 === 0 ? 0 : 1))
  const kinds: Record<string, NamedMatrix['data']> = {
    'more samples than features': constantColumn,
    'more features than samples': normalMatrix(61, 83, 2),
    'two features': normalMatrix(61, 2, 3),
    'counts of words': sparseRows(counts(61, 40, 4)),
    'dense counts': counts(61, 90, 5),
    'sparse measurements': sparseRows(normalMatrix(61, 12, 6)),
    'one sample': normalMatrix(1, 5, 7),
    'all the same': matrix(61, 6),
    'many samples and features': normalMatrix(431, 420, 8),
    'many features': normalMatrix(411, 500, 9),
    'many directions': fromRows(withManyDirections(rowsOf(normalMatrix(61, 3, 11)), new Random(12))),
  }
  const whole = Object.entries(kinds).map(([name, data]) => ({ name, data, present: null }))
  return [...whole, { name: 'missing in some samples', data: normalMatrix(61, 20, 10), present }]
}

/** Scores of all views: of all samples, put together from the ranks. */
export async function run(ranks: Ranks = singleProcess): Promise<Record<string, Float64Array>> {
  const kernels = await Kernels.load()
  const { size, rank } = ranks
  return Object.fromEntries(
    viewsOfEveryKind().map((view) => {
      const { begin, end } = share(view.data.rows, size, rank)
      const rows = Array.from({ length: end - begin }, (_, i) => begin + i)
      const present = view.present?.slice(begin, end) ?? null
      const own = takeRows(view.data, rows)
      const { scores } = runToEnd(preprocessView(kernels, own, new Random(5), { present, ranks }))
      return [view.name, ranks.allGather(scores.data)]
    }),
  )
}
