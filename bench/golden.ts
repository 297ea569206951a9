// Compares digests of whole fits with those of bench/golden/digests.json and names the part of each fit that differs.
// npm run bench golden              all fits
// npm run bench golden -- --write   writes the digests anew, after a change that is meant to change results

import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  blockedView,
  type Clustering,
  type ClusterOptions,
  cluster,
  type DenseView,
  explain,
  type Views,
} from '@manyview/core'
import { matrix, normal, Random } from '@manyview/core/numerics'
import { readDataset } from '@manyview/formats'
import { fileSource } from 'manyview/node'
import type { FoundFit } from '../packages/core/test/runtime/ranks/fit-program.ts'
import { onRanks } from '../packages/core/test/runtime/ranks/thread-ranks.ts'

const data = process.env.MANYVIEW_DATA ?? fileURLToPath(new URL('../../shared/data', import.meta.url))
const path = fileURLToPath(new URL('golden/digests.json', import.meta.url))

/** A fit whose result is frozen. */
interface Fit {
  file: string
  options: ClusterOptions
  /** Share of the samples that lack the first view. */
  lacking?: number
  /** True where the views are read in blocks of 100 samples. */
  isBlocked?: true
  /** Processes that share the fit, default 1. */
  processes?: number
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
  'blobs in blocks': { file: 'blobs', options: { clusters: 4 }, isBlocked: true },
  'blobs in blocks, DSTL': { file: 'blobs', options: { clusters: 4, method: 'dstl' }, isBlocked: true },
  'blobs on 2 ranks': { file: 'blobs', options: { clusters: 4 }, processes: 2 },
  'blobs to 300 samples on 2 ranks': { file: 'blobs', options: { clusters: 4, sample: 300 }, processes: 2 },
  'blobs on 2 ranks, DSTL': { file: 'blobs', options: { clusters: 4, method: 'dstl' }, processes: 2 },
}

if (!existsSync(data)) {
  console.log(`skipped: there are no files in ${data}, name their folder in MANYVIEW_DATA`)
  process.exit()
}

const digests: Record<string, Record<string, string>> = {}
for (const [name, fit] of Object.entries(fits)) digests[name] = await digestsOf(fit)
if (process.argv.includes('--write')) {
  writeFileSync(path, `${JSON.stringify(digests, null, 2)}\n`)
  console.log(`${Object.keys(digests).length} fits written`)
} else {
  const stored: typeof digests = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  const differing = Object.keys(digests).flatMap((name) => {
    const parts = Object.keys(digests[name]).filter((part) => stored[name]?.[part] !== digests[name][part])
    return parts.length > 0 ? [`${name}: ${parts.join(', ')}`] : []
  })
  for (const line of differing) console.log(`differs: ${line}`)
  console.log(`${Object.keys(digests).length - differing.length} of ${Object.keys(digests).length} fits are the same`)
  process.exitCode = differing.length > 0 ? 1 : 0
}

/** Digests of the parts of a result that a user sees, and of its explanation where the default method made it in one process of complete views. */
async function digestsOf({
  file,
  options,
  lacking = 0,
  isBlocked,
  processes = 1,
}: Fit): Promise<Record<string, string>> {
  if (processes > 1) {
    const program = new URL('../packages/core/test/runtime/ranks/fit-program.ts', import.meta.url)
    const views = Object.fromEntries(Object.entries(blobs()).map(([name, view]) => [name, rowsOf(view)]))
    const [{ fit }] = await onRanks<Record<string, FoundFit>>(processes, program, { fit: { views, options } })
    return digestsOfParts(fit)
  }
  const views = await viewsOf(file, lacking)
  const given = isBlocked
    ? Object.fromEntries(Object.entries(views).map(([name, view]) => [name, blockedView(view as DenseView, 100)]))
    : views
  const clustering = await cluster(given, { runtime: { threads: 1 }, ...options } as ClusterOptions)
  const isExplained = options.method === undefined && lacking === 0 && !isBlocked
  return {
    ...digestsOfParts(clustering),
    ...(isExplained ? { explanation: digest(await explain(views, clustering)) } : {}),
  }
}

function digestsOfParts(result: Partial<Clustering> | FoundFit): Record<string, string> {
  const parts = [
    'labels',
    'memberships',
    'confidence',
    'embedding',
    'tree',
    'outlierScores',
    'duplicates',
    'warnings',
    'choice',
  ]
  return Object.fromEntries(parts.map((part) => [part, digest((result as Record<string, unknown>)[part] ?? null)]))
}

/** The digest of a value by the bytes of its numbers, so that the last digit counts. */
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
  if (file === 'blobs') return blobs()
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

/** 600 samples around 4 centres in three views of 12, 8 and 5 columns; the clusters have 300, 150, 100 and 50 samples. In pairs of columns of the first view samples differ for reasons of their own, so that many directions stand out. */
function blobs(): Record<string, DenseView> {
  const random = new Random(11)
  const cluster = (i: number) => (i < 300 ? 0 : i < 450 ? 1 : i < 550 ? 2 : 3)
  return Object.fromEntries(
    [12, 8, 5].map((features, v) => {
      const centres = Float64Array.from({ length: 4 * features }, () => 2 * normal(random))
      const reasons = Float64Array.from({ length: v === 0 ? 600 * 6 : 0 }, () => 2 * normal(random))
      const data = Float64Array.from({ length: 600 * features }, (_, p) => {
        const [i, j] = [Math.floor(p / features), p % features]
        return centres[cluster(i) * features + j] + normal(random) + (reasons[6 * i + (j >> 1)] ?? 0)
      })
      return [`view ${v + 1}`, { samples: 600, features, data }]
    }),
  )
}

function rowsOf({ samples, features, data }: DenseView): number[][] {
  return Array.from({ length: samples }, (_, i) => Array.from({ length: features }, (_, f) => data[i * features + f]))
}
