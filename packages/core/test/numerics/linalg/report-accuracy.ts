/** Prints the worst ratios of docs/reliability.md: `npx tsx packages/core/test/numerics/linalg/report-accuracy.ts`. */
import { hermitianEigen } from '../../../src/numerics/linalg/hermitian-eigen.ts'
import type { Matrix } from '../../../src/numerics/linalg/matrix.ts'
import { polar } from '../../../src/numerics/linalg/polar.ts'
import { largestEigen, smallestEigen, symmetricEigen } from '../../../src/numerics/linalg/symmetric-eigen.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import { hermitianRatios, hermitianSizes, hermitianTypes } from './hermitian-types.ts'
import { type MatrixType, matrixTypes, shapes, symmetricTypes } from './matrix-types.ts'
import { eigenRatios, orthogonality, qrRatios, type Ratios, svdRatios } from './ratios.ts'

type Worst = Record<'residual' | 'orthogonality' | 'values', { ratio: number; at: string }>

function report(name: string, cases: Iterable<[string, Ratios]>): void {
  const worst: Worst = {
    residual: { ratio: 0, at: '' },
    orthogonality: { ratio: 0, at: '' },
    values: { ratio: 0, at: '' },
  }
  let count = 0
  let capped = 0
  for (const [at, ratios] of cases) {
    count++
    if (!ratios.converged) capped++
    for (const key of ['residual', 'orthogonality', 'values'] as const)
      if (!(ratios[key] <= worst[key].ratio)) worst[key] = { ratio: ratios[key], at }
  }
  const cells = Object.values(worst).map(({ ratio, at }) => (ratio === 0 ? '–' : `${ratio.toFixed(2)} (${at})`))
  process.stdout.write(`| ${name} | ${count} | ${cells.join(' | ')} | ${capped} |\n`)
}

function* over(sizes: [number, number][], types: MatrixType[], measure: (a: Matrix, spectrum?: number[]) => Ratios) {
  for (const [rows, columns] of sizes)
    for (const type of types) {
      const { a, spectrum } = type.make(rows, columns, new Random(1))
      yield [`${type.name}, ${rows}×${columns}`, measure(a, spectrum)] as [string, Ratios]
    }
}

const square = [1, 2, 3, 5, 20, 60, 102].map((n): [number, number] => [n, n])
const reversed = (spectrum?: number[]) => spectrum?.slice().reverse()
const tall: [number, number][] = [...shapes, [20000, 31]]
process.stdout.write(
  '| routine | matrices | residual | orthogonality | values | hit the cap |\n|---|---|---|---|---|---|\n',
)
report('qr', over(tall, matrixTypes, qrRatios))
report('svd', over(tall, matrixTypes, svdRatios))
report(
  'polar',
  over(tall, matrixTypes, (a) => {
    const p = polar(a)
    const rows = a.rows < a.columns ? { rows: p.columns, columns: p.rows, data: transposed(p) } : p
    return { residual: 0, orthogonality: orthogonality(rows), values: 0, converged: true }
  }),
)
report(
  'symmetricEigen',
  over(square, symmetricTypes, (a, s) => eigenRatios(a, symmetricEigen(a), s)),
)
report(
  'largestEigen, 3',
  over(square, symmetricTypes, (a, s) => eigenRatios(a, largestEigen(a, 3), s?.slice(0, 3))),
)
report(
  'smallestEigen, 3',
  over(square, symmetricTypes, (a, s) => eigenRatios(a, smallestEigen(a, 3), reversed(s)?.slice(0, 3))),
)
report('hermitianEigen', hermitianCases())

function* hermitianCases() {
  for (const m of hermitianSizes)
    for (const type of hermitianTypes) {
      const { real, imaginary } = type.make(m, new Random(1))
      yield [`${type.name}, ${m}×${m}`, hermitianRatios(real, imaginary, hermitianEigen(real, imaginary))] as [
        string,
        Ratios,
      ]
    }
}

function transposed(a: Matrix): Float64Array {
  return Float64Array.from(a.data, (_, i) => a.data[(i % a.rows) * a.columns + Math.floor(i / a.rows)])
}
