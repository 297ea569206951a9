import { type ClusterOptions, cluster } from '@manyview/core'
import { Random } from '@manyview/core/numerics'
import { expect, it } from 'vitest'
import { FileCheckpoints } from '../../src/checkpoint/file-checkpoints.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()

const seed = Number(process.env.MANYVIEW_SEED ?? 0)
const draws = new Random(seed)
const view = (features: number) =>
  Array.from({ length: 90 }, (_, i) =>
    Array.from({ length: features }, (_, j) => draws.uniform() - 0.5 + (Math.floor(i / 30) === j % 3 ? 1 : 0)),
  )
const views = { a: view(5), b: view(4) }

/** Fits until its progress was told `steps` times; true where it ended before. */
async function fitUntil(options: ClusterOptions, steps: number): Promise<boolean> {
  const stop = new AbortController()
  let told = 0
  const onProgress = () => {
    if (++told === steps) stop.abort(new Error('interrupted'))
  }
  const checkpoints = new FileCheckpoints(folder, { minutes: 0 })
  const interrupted = await cluster(views, {
    ...options,
    runtime: { ...options.runtime, checkpoints },
    onProgress,
    signal: stop.signal,
  }).catch((error) => error)
  if (interrupted instanceof Error) expect(interrupted.message).toBe('interrupted')
  return !(interrupted instanceof Error)
}

it.each([
  ['consensus', { effort: 'fast' }, 40],
  ['consensus', {}, 10],
  ['dstl', { lambda1: 0.01, lambda2: 0.05, tolerance: 0, maxIterations: 25 }, 50],
] as const)(
  `%s with %j goes on to the same bytes from %d random interruptions (seed ${seed})`,
  async (method, settings, times) => {
    const options = { method, clusters: 3, runtime: { threads: 1 }, ...settings } as ClusterOptions
    let steps = 0
    const { seconds: _, ...whole } = await cluster(views, { ...options, onProgress: () => steps++ })
    const random = draws.split(times)
    for (let done = 0; done < times; ) {
      // Interrupted once, or again in what was resumed.
      let ended = false
      for (let again = 1 + random.below(2); again > 0 && !ended; again--, done++)
        ended = await fitUntil(options, 1 + random.below(steps))
      const checkpoints = new FileCheckpoints(folder)
      const { seconds: __, ...rest } = await cluster(views, {
        ...options,
        runtime: { ...options.runtime, checkpoints },
      })
      expect(rest).toEqual(whole)
      new FileCheckpoints(folder).clear()
    }
  },
)
