// Run by grid-threads.test.ts with tsx, since a thread needs a program on disk: prints what a grid gives with one thread and with three.
import '../threads/threads-from-sources.ts'
import { findMethod, fitSettingsGrid, type OptionValues, prepareViews, Random } from '../../src/index.ts'

const random = new Random(3)
const view = (features: number) =>
  Array.from({ length: 60 }, (_, i) =>
    Array.from({ length: features }, (_, j) => (j % 3 === Math.floor(i / 20) ? 4 : 0) + random.uniform()),
  )
const input = prepareViews({ first: view(9), second: view(6) })

/** Fits that this thread has done. */
let own = 0

async function run(method: string, grid: OptionValues[], threads: number, signal?: AbortSignal): Promise<string> {
  const parts: string[] = []
  try {
    for await (const { settings, result } of fitSettingsGrid(input, findMethod(method), grid, {
      clusters: 3,
      seed: 5,
      threads,
      signal,
      onProgress: ({ stage, iteration }) => {
        if (stage === 'iterating' && iteration === 1) own++
      },
    })) {
      const { labels, embedding, history } = result
      parts.push(JSON.stringify([settings, [...labels], embedding && [...embedding.data], history]))
    }
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    parts.push(`${code} ${message}`)
  }
  return parts.join('\n')
}

const lambdas = Array.from({ length: 12 }, (_, i) => ({ lambda1: 0.01 * (i + 1), lambda2: 1 / (i + 1) }))
console.log((await run('dstl', lambdas, 1)) === (await run('dstl', lambdas, 3)) ? 'same' : 'different')
// Twelve alone; then each of the two others has at least the two that it was told of at once.
console.log(own <= 12 + 8 ? 'shared' : 'alone')
const neighbours = [{ neighbours: 5 }, { neighbours: 7 }, { neighbours: 9 }]
console.log((await run('spectral', neighbours, 1)) === (await run('spectral', neighbours, 2)) ? 'same' : 'different')
console.log(await run('dstl', lambdas, 2, AbortSignal.abort(new Error('enough'))))
const large = lambdas.map((values) => ({ ...values, latentDimension: 1_000_000 }))
console.log((await run('dstl', large, 2)).split('\n').length)
