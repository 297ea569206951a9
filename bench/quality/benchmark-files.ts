import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type PreparedViews, prepareViews } from '@manyview/core/methods'
import { takeSamples } from '@manyview/core/numerics'
import { singleProcess } from '@manyview/core/runtime'
import { readDataset } from '@manyview/formats'
import { fileSource } from 'manyview/node'

/** A file with its views ready for methods and the classes that its authors gave. */
export interface Benchmark {
  name: string
  input: PreparedViews
  truth: string[]
  clusters: number
  /** Share of the samples that lack one of the views, drawn anew for each seed; 0 where all have all. */
  lacking: number
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

/** Where the benchmark files are. */
export const dataFolder = process.env.MANYVIEW_DATA ?? fileURLToPath(new URL('../../../shared/data', import.meta.url))
const cutsPath = `${dataFolder}/uneven.json`

/** A benchmark that is made of a file. */
interface Recipe {
  file: string
  /** Only these samples, in classes of very different size. */
  samples?: number[]
  lacking?: number
  /** Which of the labellings in the file, default the first. */
  labelling?: number
}

/** The sets beside the files of the table, each by the names of its benchmarks. */
const recipes: Record<string, Record<string, Recipe>> = {
  uneven: existsSync(cutsPath) ? JSON.parse(readFileSync(cutsPath, 'utf8')) : {},
  // Cells by their genes and proteins, with types of very different size.
  cells: named(['inhouse-cite', 'pbmc-cite'], (name) => [name, { file: `cells/${name}.h5` }]),
  lacking: named([0, 10, 30, 50, 70], (percent) => [
    percent === 0 ? 'BDGP-1750' : `BDGP-1750-${percent}`,
    { file: 'more/BDGP-1750.mat', lacking: percent / 100 },
  ]),
  few: {
    nutrimouse: { file: 'few/nutrimouse.mat' },
    'nutrimouse diet': { file: 'few/nutrimouse.mat', labelling: 1 },
    NCI60: { file: 'few/NCI60.mat' },
    'SNARE-seq': { file: 'few/SNARE-seq.mat' },
    multidrug: { file: 'few/multidrug.mat' },
  },
}
const recipeOf: Record<string, Recipe> = Object.assign({}, ...Object.values(recipes))

function named<T>(items: readonly T[], recipe: (item: T) => [string, Recipe]): Record<string, Recipe> {
  return Object.fromEntries(items.map(recipe))
}

/** Names the benchmarks of a set: `files`, `uneven` (cuts of the files), `cells`, `lacking` (samples lack one of two views) or `few` (few samples). */
export function namesOf(set: string): readonly string[] {
  return set === 'files' ? benchmarkNames : Object.keys(recipes[set] ?? {})
}

/** Reads a benchmark from MANYVIEW_DATA (default ../shared/data beside the repository); null where its file is absent. */
export async function readBenchmark(name: string): Promise<Benchmark | null> {
  const { file, samples, lacking = 0, labelling = 0 } = recipeOf[name] ?? { file: `${name}.mat` }
  if (!existsSync(`${dataFolder}/${file}`)) return null
  const { views, labels } = await readDataset([await fileSource(`${dataFolder}/${file}`)])
  // The third view of cells is the two others side by side.
  const firstViews = file.endsWith('.h5') ? views.slice(0, 2) : views
  const whole = prepareViews(Object.fromEntries(firstViews.map(({ name, view }) => [name, view])), {
    ranks: singleProcess,
  })
  const input = samples ? takeInput(whole, Uint32Array.from(samples)) : whole
  const values = labels[labelling].values
  const truth = samples ? samples.map((i) => values[i]) : values
  return { name, input, truth, clusters: new Set(truth).size, lacking }
}

/** How many samples a cut of a file has; undefined for other benchmarks. */
export function samplesOfCut(name: string): number | undefined {
  return recipeOf[name]?.samples?.length
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
