import { beforeAll, expect, it } from 'vitest'
import type { Matrix } from '../../../src/numerics/linalg/matrix.ts'
import { Kernels } from '../../../src/runtime/kernels/kernels.ts'
import { randomMatrix } from '../../numerics/random-matrix.ts'

let kernels: Kernels
beforeAll(async () => {
  kernels = await Kernels.load()
})

it.each([0, 3])(
  'joinRows has the bytes of plain loops, in double and in single precision, with %i columns of parts',
  (parts) => {
    const [rows, count, smoothed, scores, width] = [40, 7, 5, 3, 8]
    const partOf = Int32Array.from({ length: rows }, (_, i) => (i % (parts + 1)) - 1)
    const [functions, made] = [randomMatrix(rows, count, 1), randomMatrix(rows, width, 2)]
    functions.data.fill(0, count, 2 * count)
    made.data.fill(0, width, 2 * width)
    const weights = randomMatrix(1, count, 3).data
    const mark = kernels.mark()
    for (const common of [0, 0.3])
      for (const single of [false, true]) {
        const join = () => {
          const room = new Float64Array(rows * (count + scores + 2 * parts))
          const [to, ...blocks] = [room, functions.data, weights, made.data].map((values) => kernels.copyIn(values))
          const columns = kernels.copyWhole(partOf)
          const [f, w, m] = blocks.map(({ pointer }) => pointer)
          const given = [
            f,
            count,
            w,
            m,
            width,
            smoothed,
            scores,
            common,
            columns.pointer,
            parts,
            to.pointer,
            single,
          ] as const
          kernels.call.joinRows(...given, 0, 12)
          kernels.call.joinRows(...given, 12, rows)
          return single ? Float64Array.from(to.f32.subarray(0, to.length)) : to.f64
        }
        const plain = joinedPlainly(functions, weights, made, { smoothed, scores, common, partOf, parts })
        expect(join()).toEqual(single ? plain.map(Math.fround) : plain)
      }
    kernels.release(mark)
  },
)

/** Each row: the functions by their weights, brought to unit length, then the scores behind the smoothed columns, divided by the length of these or by what is common to all; behind each the columns of parts. */
function joinedPlainly(
  functions: Matrix,
  weights: Float64Array,
  made: Matrix,
  {
    smoothed,
    scores,
    common,
    partOf,
    parts,
  }: Record<'smoothed' | 'scores' | 'common' | 'parts', number> & { partOf: Int32Array },
): Float64Array {
  const lengthOf = (values: Float64Array) => Math.sqrt(values.reduce((sum, value) => sum + value * value, 0))
  const rows = Array.from({ length: functions.rows }, (_, i) => {
    const weighed = functions.data.slice(i * weights.length, (i + 1) * weights.length).map((x, f) => x * weights[f])
    const [begin, end] = [i * made.columns, i * made.columns + smoothed]
    const scale = common || lengthOf(made.data.subarray(begin, end))
    const length = Math.max(lengthOf(weighed), 1e-12)
    const own = made.data.slice(end, end + scores).map((score) => (scale < 1e-12 ? 0 : score / scale))
    const part = Array.from({ length: parts }, (_, c) => (c === partOf[i] ? 2 : 0))
    return [...weighed.map((x) => x / length), ...part, ...own, ...part]
  })
  return Float64Array.from(rows.flat())
}
