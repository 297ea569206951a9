import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const program = fileURLToPath(new URL('peak-of-fit.ts', import.meta.url))
/** What the engine takes besides: code that it compiles, and garbage that it has not collected yet. */
const engine = 32 * 2 ** 20
const few = { lambda1: 0.01, lambda2: 0.01, maxIterations: 3 }

it.each([
  [1000, 'consensus', {}],
  [10_000, 'consensus', {}],
  [100_000, 'consensus', { effort: 'fast' }],
  [1000, 'dstl', few],
  [10_000, 'dstl', few],
  [100_000, 'dstl', few],
] as const)(
  '%d samples clustered by %s take at most 1.3 times the memory that is said before',
  async (samples, method, options) => {
    const args = ['--import', 'tsx', program, String(samples), method, JSON.stringify(options)]
    const measure = async () => JSON.parse((await promisify(execFile)(process.execPath, args)).stdout)
    const { took, estimate } = await measure()
    const most = 1.3 * estimate + engine
    // How much garbage lies around depends on what else the machine does: the lesser of two counts.
    expect(took > most ? Math.min(took, (await measure()).took) : took).toBeLessThanOrEqual(most)
  },
)
