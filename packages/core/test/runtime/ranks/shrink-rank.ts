import { matrix } from '../../../src/numerics/linalg/matrix.ts'
import { nuclearShrinkOverRanks } from '../../../src/numerics/prox/nuclear-shrink.ts'
import { normal } from '../../../src/numerics/random/normal.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import { RankShrinker } from '../../../src/numerics/tensor/rank-shrinker.ts'
import { Kernels } from '../../../src/runtime/kernels/kernels.ts'
import type { Ranks } from '../../../src/runtime/ranks/ranks.ts'
import { share } from '../../../src/runtime/ranks/share.ts'

/** A tensor to shrink: samples, latent dimension, views, by how much, and from how many bytes on in memories of their own. */
export type ShrinkCase = readonly [samples: number, latent: number, views: number, tau: number, together?: number]

/** Entries of sample after sample, view after view. */
export function entriesOf([samples, latent, views]: ShrinkCase): Float64Array {
  const random = new Random(samples)
  return Float64Array.from({ length: samples * latent * views }, () => normal(random))
}

/** On every rank: its rows of each tensor shrunk as a whole, of the first view of small ones shrunk as a matrix, and both norms. */
export async function run(ranks: Ranks, cases: readonly ShrinkCase[]) {
  const kernels = await Kernels.load()
  return cases.map((given) => {
    const [samples, latent, views, tau, together] = given
    const entries = entriesOf(given)
    const { begin, end } = share(samples, ranks.size, ranks.rank)
    const mark = kernels.mark()
    const shrinker = new RankShrinker(kernels, ranks, samples, latent, views, together)
    const first = matrix(end - begin, latent)
    const width = shrinker.stride / views
    for (let i = begin; i < end; i++)
      for (let v = 0; v < views; v++)
        for (let l = 0; l < latent; l++) {
          const value = entries[(i * views + v) * latent + l]
          shrinker.block.f64[(i - begin) * shrinker.stride + v * width + l] = value
          if (v === 0) first.data[(i - begin) * latent + l] = value
        }
    const norm = shrinker.shrink(tau)
    const rows = shrinker.block.f64.slice(0, (end - begin) * shrinker.stride)
    kernels.release(mark)
    // Plain loops take too long for the large case.
    const alone = samples < 1000 ? nuclearShrinkOverRanks(ranks, first, tau) : null
    return { rows, norm, matrix: alone?.matrix.data, matrixNorm: alone?.nuclearNorm }
  })
}
