// npm run soak                    1,000 small fits in one process: heap and memory outside of it must stay flat. Prints both after every tenth of the fits.
// npm run soak -- --fits 10000

import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { cluster } from '@manyview/core'
import { normal, Random } from '@manyview/core/numerics'
import { byteSize } from '@manyview/core/words'

const { values: flags } = parseArgs({ options: { fits: { type: 'string', default: '1000' } } })
const fits = Number(flags.fits)
/** How much the heap may grow after the first tenth, which loads and compiles. */
const ALLOWED = 1 << 20

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')
const random = new Random(1)
const methods = ['consensus', 'kmeans', 'spectral', 'dstl'] as const
const options = { dstl: { lambda1: 0.01, lambda2: 0.01 }, consensus: { effort: 'fast' }, kmeans: {}, spectral: {} }

let first = 0
for (let fit = 1; fit <= fits; fit++) {
  const view = Array.from({ length: 60 }, (_, i) => [0, 1, 2].map((j) => (i % 3 === j ? 5 : 0) + normal(random)))
  const method = methods[fit % methods.length]
  await cluster({ view }, { clusters: 3, seed: fit, threads: 1, method, ...options[method] } as object)
  if (fit % Math.ceil(fits / 10) > 0) continue
  collect()
  const { heapUsed, rss } = process.memoryUsage()
  first ||= heapUsed
  console.log(`${fit} fits: heap ${byteSize(heapUsed)}, process ${byteSize(rss)}`)
  if (heapUsed - first > ALLOWED) {
    console.log(`the heap grew by ${byteSize(heapUsed - first)}`)
    process.exitCode = 1
  }
}
