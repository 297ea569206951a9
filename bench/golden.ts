// npm run bench golden              compares digests of whole fits with those of bench/golden/digests.json, and says which part of which fit differs
// npm run bench golden -- --write   writes them anew, after a change that is meant to change results

import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Clustering, type ClusterOptions, cluster, explain, type Views } from '@manyview/core'
import { matrix, normal, Random } from '@manyview/core/numerics'
import { readDataset } from '@manyview/formats'
import { fileSource } from 'manyview/node'

const data = process.env.MANYVIEW_DATA ?? fileURLToPath(new URL('../../shared/data', import.meta.url))
const path = fileURLToPath(new URL('golden/digests.json', import.meta.url))

/** A fit whose result is frozen. */
interface Fit {
  file: string
  options: ClusterOptions
  /** Share of the samples that lack the first view. */
  lacking?: number
}

const fits: Record<string, Fit> = {
  '3Sources': { file: '3Sources', options: { clusters: 6 } },
  BBCSport: { file: 'BBCSport', options: { clusters: 5, seed: 3 } },
  'MSRC-v1': { file: 'MSRC-v1', options: { clusters: 7 } },
  NGs: { file: 'NGs', options: { clusters: 5 } },
  HW: { file: 'HW', options: { clusters: 10 } },
  WebKB: { file: 'WebKB', options: { clusters: 2 } },
  BDGP: { file: 'BDGP', options: { clusters: 5 } },
  '100Leaves': { file: '100Leaves', options: { clusters: 100 } },
  'HW fast': { file: 'HW', options: { clusters: 10, effort: 'fast' } },
  'HW to 600 samples': { file: 'HW', options: { clusters: 10, sample: 600 } },
  'HW to 600 samples, fast': { file: 'HW', options: { clusters: 10, sample: 600, effort: 'fast' } },
  'MSRC-v1 with gaps': { file: 'MSRC-v1', options: { clusters: 7 }, lacking: 0.3 },
  'BBCSport with gaps, to 300 samples': { file: 'BBCSport', options: { clusters: 5, sample: 300 }, lacking: 0.3 },
  'MSRC-v1, number chosen': { file: 'MSRC-v1', options: {} },
  '3Sources, number chosen': { file: '3Sources', options: { clusters: { from: 2, to: 12 } } },
  'MSRC-v1 without outliers': { file: 'MSRC-v1', options: { clusters: 7, outliers: 0.02 } },
  'HW without outliers': { file: 'HW', options: { clusters: 10, outliers: 'auto' } },
  'HW weights': { file: 'HW', options: { clusters: 10, viewWeights: { 'X{1}': 2, 'X{6}': 0 } } },
  'NGs, DSTL': { file: 'NGs', options: { clusters: 5, method: 'dstl' } },
  'MSRC-v1, DSTL in a graph': { file: 'MSRC-v1', options: { clusters: 7, method: 'dstl', transform: 'graph' } },
  'BBCSport, k-means': { file: 'BBCSport', options: { clusters: 5, method: 'kmeans' } },
  'BBCSport, spectral': { file: 'BBCSport', options: { clusters: 5, method: 'spectral' } },
  moons: { file: 'moons', options: { clusters: 2 } },
  'whole numbers': { file: 'whole numbers', options: { clusters: 4 } },
}

const found: Record<string, Record<string, string>> = {}
for (const [name, { file, options, lacking = 0 }] of Object.entries(fits)) {
  const views = await viewsOf(file, lacking)
  const clustering = await cluster(views, { threads: 1, ...options } as ClusterOptions)
  const explanation = options.method === undefined && lacking === 0 ? await explain(views, clustering) : null
  found[name] = { ...digestsOf(clustering), ...(explanation ? { explanation: digest(explanation) } : {}) }
}
if (process.argv.includes('--write')) {
  writeFileSync(path, `${JSON.stringify(found, null, 2)}\n`)
  console.log(`${Object.keys(found).length} fits written`)
} else {
  const known: typeof found = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  const differing = Object.keys(found).flatMap((name) => {
    const parts = Object.keys(found[name]).filter((part) => known[name]?.[part] !== found[name][part])
    return parts.length > 0 ? [`${name}: ${parts.join(', ')}`] : []
  })
  for (const line of differing) console.log(`differs: ${line}`)
  console.log(`${Object.keys(found).length - differing.length} of ${Object.keys(found).length} fits are the same`)
  process.exitCode = differing.length > 0 ? 1 : 0
}

/** The parts of a result that a user sees, each by a digest. */
function digestsOf({
  labels,
  memberships,
  confidence,
  embedding,
  tree,
  outlierScores,
  duplicates,
  warnings,
  choice,
}: Clustering) {
  const parts = { labels, memberships, confidence, embedding, tree, outlierScores, duplicates, warnings, choice }
  return Object.fromEntries(Object.entries(parts).map(([part, value]) => [part, digest(value ?? null)]))
}

/** Of the bytes of numbers, so that the last digit counts. */
function digest(value: unknown): string {
  const hash = createHash('sha256')
  hash.update(
    JSON.stringify(value, (_, part) =>
      ArrayBuffer.isView(part) ? Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('base64') : part,
    ),
  )
  return hash.digest('hex').slice(0, 16)
}

async function viewsOf(file: string, lacking: number): Promise<Views> {
  const random = new Random(7)
  if (file === 'moons') return { points: moons(random) }
  if (file === 'whole numbers') return { points: wholeNumbers(random) }
  const { views: named } = await readDataset([await fileSource(`${data}/${file}.mat`)])
  return Object.fromEntries(
    named.map(({ name, view }, v) => {
      if (lacking === 0) return [name, view]
      const present = Uint8Array.from({ length: view.samples }, () => Number(v > 0 || random.uniform() >= lacking))
      return [name, v > 0 ? view : { ...view, present }]
    }),
  ) as Views
}

function moons(random: Random) {
  const points = matrix(400, 2)
  for (let i = 0; i < 400; i++) {
    const angle = Math.PI * random.uniform()
    const side = i % 2 === 0 ? 1 : -1
    points.data[2 * i] = side * Math.cos(angle) + (1 - side) / 2 + 0.05 * normal(random)
    points.data[2 * i + 1] = side * Math.sin(angle) + (1 - side) / 4 + 0.05 * normal(random)
  }
  return { samples: 400, features: 2, data: points.data }
}

function wholeNumbers(random: Random) {
  const points = Float64Array.from({ length: 900 }, (_, p) => Math.round(4 * (((p / 3) % 4) | 0) + 2 * normal(random)))
  return { samples: 300, features: 3, data: points }
}
