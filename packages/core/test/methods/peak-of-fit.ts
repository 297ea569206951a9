// One fit in a process of its own: peak-of-fit.ts SAMPLES METHOD OPTIONS prints the bytes that it took over what there was before, and the estimate of the method.
import { cluster } from '@manyview/core'
import { findMethod } from '@manyview/core/methods'
import { normal, Random } from '@manyview/core/numerics'

const [samples, method, settings] = process.argv.slice(2)
const own = JSON.parse(settings)
const random = new Random(1)
const featureCounts = [20, 30]
const views = (n: number) =>
  featureCounts.map((features) => ({
    data: Float64Array.from(
      { length: n * features },
      (_, p) => 3 * ((Math.floor(p / features) + p) % 6) + normal(random),
    ),
    samples: n,
    features,
  }))
const fit = (n: number) => cluster(views(n), { clusters: 6, method, runtime: { threads: 1 }, ...own } as never)

// Loads and compiles what every fit needs.
await fit(300)
const given = views(Number(samples))
const before = process.memoryUsage().rss
await cluster(given, { clusters: 6, method, runtime: { threads: 1 }, ...own } as never)
// Linux counts in KiB, macOS in bytes.
const peak = process.resourceUsage().maxRSS * (process.platform === 'darwin' ? 1 : 1024)
const { options, estimate } = findMethod(method)
const all = { ...Object.fromEntries(options.map((option) => [option.name, option.default])), ...own }
const { bytes } = estimate!({ samples: Number(samples), features: featureCounts, clusters: 6, options: all })
process.stdout.write(JSON.stringify({ took: peak - before, estimate: bytes }))
