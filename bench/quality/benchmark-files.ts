import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { takeSamples } from '@manyview/core'
import { type PreparedViews, prepareViews } from '@manyview/core/methods'
import { readDataset } from '@manyview/formats'
import { fileSource } from '@manyview/node'

/** A file with its views ready for methods and the classes that its authors gave. */
export interface Benchmark {
  name: string
  input: PreparedViews
  truth: string[]
  clusters: number
}

/** The files of the table, small ones first. */
export const benchmarkNames = [
  '3Sources',
  'MSRC-v1',
  'BBCSport',
  'NGs',
  'WebKB',
  'Reuters-1200',
  'COIL20',
  '100Leaves',
  'LandUse-21',
  'HW',
  'BDGP',
  'Wikipedia',
  'Scene-15',
  'CCV',
  'Hdigit',
]

/** Cells by their genes and proteins, with types of very different size. */
export const cellNames = ['inhouse-cite', 'pbmc-cite']

const folder = process.env.MANYVIEW_DATA ?? fileURLToPath(new URL('../../../shared/data', import.meta.url))

/** Some samples of a file, classes of very different size. */
interface Cut {
  file: string
  samples: number[]
}
const cutsPath = `${folder}/uneven.json`
const cuts: Record<string, Cut> = existsSync(cutsPath) ? JSON.parse(readFileSync(cutsPath, 'utf8')) : {}

/** The uneven cuts of the files that there are. */
export const unevenNames = Object.keys(cuts)

/** Reads a benchmark file, a cut of one or a file of cells from MANYVIEW_DATA (default ../shared/data beside the repository); null where it is absent. */
export async function readBenchmark(name: string): Promise<Benchmark | null> {
  const cut = cuts[name]
  const path = cellNames.includes(name) ? `cells/${name}.h5` : (cut?.file ?? `${name}.mat`)
  if (!existsSync(`${folder}/${path}`)) return null
  const { views, labels } = await readDataset([await fileSource(`${folder}/${path}`)])
  // The third view of cells is the two others side by side.
  const used = path.endsWith('.h5') ? views.slice(0, 2) : views
  const whole = prepareViews(Object.fromEntries(used.map(({ name, view }) => [name, view])))
  const input = cut ? takeInput(whole, Uint32Array.from(cut.samples)) : whole
  const truth = cut ? cut.samples.map((i) => labels[0].values[i]) : labels[0].values
  return { name, input, truth, clusters: new Set(truth).size }
}

/** Some of the samples. */
export function takeInput(input: PreparedViews, samples: Uint32Array): PreparedViews {
  return {
    ...input,
    samples: samples.length,
    views: input.views.map((view) => takeSamples(view, samples)),
    ids: Array.from(samples, (i) => input.ids[i]),
  }
}
