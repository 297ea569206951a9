// Runs 1,000 small fits in one process: the heap and the memory outside of it must not grow.
// npm run bench soak -- --fits 10000          more fits; prints both after every tenth of them
// npm run bench soak -- --page --fits 200     in a page of Chromium; counts the heap and the memory of WebAssembly and typed arrays

import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { byteSize } from '@manyview/core/words'
import { smallFits } from './soak/fits.ts'
import { soakPage } from './soak/page.ts'

const { values: flags } = parseArgs({
  options: { fits: { type: 'string', default: '1000' }, page: { type: 'boolean', default: false } },
})
const fits = Number(flags.fits)
/** How much the heap may grow after the first hundred fits, in which code is loaded and compiled. */
const ALLOWED = 1 << 20
/** Fits before the first measurement: modules are loaded and functions compiled by then. */
const WARM = 100

const place = flags.page ? await soakPage() : thisProcess()
const step = Math.ceil(fits / 10)
let first = 0
for (let fit = 0; fit < fits; fit += step) {
  const last = Math.min(fits, fit + step)
  await place.fits(fit + 1, last)
  const heap = await place.heap()
  if (last >= WARM) first ||= heap
  const outside = flags.page ? '' : `, process ${byteSize(process.memoryUsage().rss)}`
  console.log(`${last} fits: heap ${byteSize(heap)}${outside}`)
  if (first > 0 && heap - first > ALLOWED) {
    console.log(`the heap grew by ${byteSize(heap - first)}`)
    process.exitCode = 1
  }
}
await place.end()

function thisProcess(): Awaited<ReturnType<typeof soakPage>> {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  return {
    fits: smallFits,
    async heap() {
      collect()
      return process.memoryUsage().heapUsed
    },
    end: async () => undefined,
  }
}
