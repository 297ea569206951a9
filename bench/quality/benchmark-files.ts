import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
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

const folder = process.env.MANYVIEW_DATA ?? fileURLToPath(new URL('../../../shared/data', import.meta.url))

/** Reads one of the benchmark files from MANYVIEW_DATA (default ../shared/data beside the repository); null where it is absent. */
export async function readBenchmark(name: string): Promise<Benchmark | null> {
  const path = `${folder}/${name}.mat`
  if (!existsSync(path)) return null
  const { views, labels } = await readDataset([await fileSource(path)])
  const truth = labels[0].values
  const input = prepareViews(Object.fromEntries(views.map(({ name, view }) => [name, view])))
  return { name, input, truth, clusters: new Set(truth).size }
}
