import { Random } from '@manyview/core/numerics'
import { removeOneView, removePairs } from '../../packages/manyview/src/experiments/remove-views.ts'
import { benchmarkNames, namesOf, readBenchmark, samplesOfCut } from './benchmark-files.ts'
import type { DataSet, Source, Sources } from './data-set.ts'
import { disturbances } from './disturbed.ts'

const samples: Record<string, number> = {
  '3Sources': 169,
  'MSRC-v1': 210,
  BBCSport: 544,
  NGs: 500,
  WebKB: 1051,
  'Reuters-1200': 1200,
  COIL20: 1440,
  '100Leaves': 1600,
  'LandUse-21': 2100,
  HW: 2000,
  BDGP: 2500,
  Wikipedia: 2866,
  'Scene-15': 4485,
  CCV: 6773,
  Hdigit: 10000,
  'pbmc-cite': 6661,
  'inhouse-cite': 1182,
  'SNARE-seq': 1047,
}

/** Shares of the pairs of sample and view that are taken away. */
export const gapShares = [0.1, 0.3, 0.5]

/** Files of at most `limit` samples, of the 15. */
export function filesUpTo(limit: number): string[] {
  return benchmarkNames.filter((name) => samples[name] <= limit)
}

/** Names a file of which pairs of sample and view are taken away. */
export function gapName(file: string, share: number): string {
  return `${file} gaps ${100 * share} %`
}

/** Names a file after one of the `disturbances`. */
export function disturbedName(file: string, disturbance: string): string {
  return `${file} + ${disturbance}`
}

/** The benchmarks as sources: files, cuts of them, cells, few samples, and the files with gaps or disturbed. */
export const benchmarkSources: Sources = Object.fromEntries([
  ...['files', 'uneven', 'cells', 'few', 'lacking'].flatMap((set) =>
    namesOf(set).map((name) => [name, sourceOf(name)] as const),
  ),
  ...benchmarkNames.flatMap((file) => changedFiles(file)),
])

function sourceOf(name: string): Source {
  const lacking = /^BDGP-1750-(\d+)$/.exec(name)?.[1]
  return {
    samples: samplesOfCut(name) ?? samples[name] ?? (name.startsWith('BDGP') ? 2500 : 60),
    read: () => readDataSet(name),
    ...(lacking ? { change: (input, random) => removeOneView(input, Number(lacking) / 100, random) } : {}),
  }
}

async function readDataSet(name: string): Promise<DataSet | null> {
  const benchmark = await readBenchmark(name)
  return benchmark && { input: benchmark.input, labellings: [benchmark.truth], clusters: benchmark.clusters }
}

function changedFiles(file: string): [string, Source][] {
  const source = sourceOf(file)
  const gaps = gapShares.map((share): [string, Source] => [
    gapName(file, share),
    { ...source, change: (input, random) => removePairs(input, share, random) },
  ])
  const disturbed = Object.entries(disturbances).map(([name, change]): [string, Source] => [
    disturbedName(file, name),
    { ...source, change },
  ])
  return [...gaps, ...disturbed]
}

/** Draws what `change` of a source needs: the gaps and disturbances of a seed. */
export function changesOf(seed: number): Random {
  return new Random(1000 + seed)
}
