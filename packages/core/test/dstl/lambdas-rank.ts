import { cluster } from '../../src/cluster.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'
import type { Ranks } from '../../src/runtime/ranks/ranks.ts'
import { share } from '../../src/runtime/ranks/share.ts'

/** More samples than λ are tried on, in two clusters that both views show, and some that lack the second view. */
export const samples = 2100
const widths = { first: 4, second: 3 }

/** On every rank, of its own samples: the fit without λ. */
export async function run(ranks: Ranks) {
  const random = new Random(8)
  const { begin, end } = share(samples, ranks.size, ranks.rank)
  const views = Object.fromEntries(
    Object.entries(widths).map(([name, width]) => {
      const data = Float64Array.from({ length: samples * width }, (_, p) =>
        Math.abs((Math.floor(p / width) % 2 === p % 2 ? 3 : 1) + 0.3 * normal(random)),
      )
      const present = Uint8Array.from({ length: samples }, (_, i) => Number(name === 'first' || i % 50 > 0))
      const own = { data: data.subarray(begin * width, end * width), present: present.subarray(begin, end) }
      return [name, { ...own, samples: end - begin, features: width }]
    }),
  )
  const settings = { method: 'dstl', clusters: 2, maxIterations: 3, runtime: { threads: 1, ranks } } as const
  const { labels, options, warnings } = await cluster(views, settings)
  return { labels, options, warnings }
}
