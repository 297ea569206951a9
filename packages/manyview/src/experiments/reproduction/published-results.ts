/** Mean and standard deviation of one score, in percent. */
export type PublishedScore = readonly [mean: number, deviation: number]

/** What the paper reports of one method on one data set; null: out of memory. */
export interface PublishedMethod {
  /** ACC, NMI, purity, ARI, F-score. */
  scores: readonly PublishedScore[] | null
  /** MATLAB R2021a, i5-12400, 16 GB. */
  seconds: number | null
}

/** A data set of the paper. */
export interface PublishedDataset {
  name: string
  samples: number
  clusters: number
  features: readonly number[]
  /** Where the paper has it from. */
  source: string
  /** By the names of our methods. */
  methods: Readonly<Record<string, PublishedMethod>>
}

const datasets: readonly Omit<PublishedDataset, 'methods'>[] = [
  {
    name: 'NGs',
    samples: 500,
    clusters: 5,
    features: [2000, 2000, 2000],
    source: 'https://lig-membres.imag.fr/grimal/data.html',
  },
  {
    name: 'BBCSport',
    samples: 544,
    clusters: 5,
    features: [3183, 3203],
    source: 'the BBC Sport articles; the paper names no place',
  },
  {
    name: 'HW',
    samples: 2000,
    clusters: 10,
    features: [240, 76, 216, 47, 64, 6],
    source: 'https://archive.ics.uci.edu/ml/datasets/Multiple+Features',
  },
  {
    name: 'Scene15',
    samples: 4485,
    clusters: 15,
    features: [1800, 1180, 1240],
    source: 'Fei-Fei and Perona, CVPR 2005',
  },
  {
    name: 'MITIndoor',
    samples: 5360,
    clusters: 67,
    features: [4096, 3600, 1770, 1240],
    source: 'Quattoni and Torralba, CVPR 2009',
  },
  {
    name: 'CCV',
    samples: 6773,
    clusters: 20,
    features: [20, 20, 20],
    source: 'Columbia Consumer Video, features as in Wang et al. 2021',
  },
  {
    name: 'Caltech101-all',
    samples: 9144,
    clusters: 102,
    features: [48, 40, 254, 512, 928],
    source: 'https://data.caltech.edu/records/mzrjq-6wc02',
  },
  {
    name: 'Animal',
    samples: 11673,
    clusters: 20,
    features: [2689, 2000, 2001, 2000],
    source: 'https://github.com/wangsiwei2010/large_scale_multi-view_clustering_datasets',
  },
  {
    name: 'NUSWIDEOBJ',
    samples: 30000,
    clusters: 31,
    features: [64, 225, 144, 73, 128],
    source: 'Chua et al., CIVR 2009',
  },
]

// data set, method, then mean and deviation of ACC, NMI, purity, ARI, F-score, then seconds
const tables = `
NGs awmvc 88.38 12.65 85.25 6.62 90.46 9.24 83.09 12.4 86.71 9.5 1.71
NGs fdagf 70.56 0.13 55.79 0.15 70.56 0.13 44.43 0.26 57.06 0.19 1.59
NGs fsmsc 96.16 6.45 93.33 2.92 96.28 6.07 93.38 6.83 94.77 5.21 3.52
NGs udbgl 38.4 0 12.05 0 40.2 0 7.71 0 29.73 0 1.58
NGs t-svd-msc 100 0 100 0 100 0 100 0 100 0 10.95
NGs etlmsc 67.18 0.38 58.11 0.92 69.5 0.39 51.04 0.81 61.38 0.69 0.81
NGs tbgl 59.8 0 53.06 0 60 0 49.26 0 62.03 0 10.05
NGs ltbpl 99.8 0 99.3 0 99.8 0 99.5 0 99.6 0 4.36
NGs dstl 100 0 100 0 100 0 100 0 100 0 0.13
BBCSport awmvc 78.27 5.06 67.33 2.34 81.78 2.23 62.64 1.94 70.95 1.48 2.41
BBCSport fdagf 81.19 0.17 59.32 0.43 81.19 0.17 57.06 0.16 68.34 0.16 1.78
BBCSport fsmsc 82.21 0.36 68.06 0.06 82.46 0.18 63.75 0.12 71.84 0.1 3.66
BBCSport udbgl 49.82 0 19.81 0 50 0 16.41 0 41.32 0 0.56
BBCSport t-svd-msc 99.82 0 99.38 0 99.82 0 99.77 0 99.83 0 8.67
BBCSport etlmsc 99.82 0 99.38 0 99.82 0 99.77 0 99.83 0 0.76
BBCSport tbgl 72.43 0 58.3 0 73.53 0 61.69 0 72.2 0 9.34
BBCSport ltbpl 98.9 0 96.12 0 98.9 0 96.63 0 97.43 0 4.78
BBCSport dstl 100 0 100 0 100 0 100 0 100 0 0.09
HW awmvc 70.72 5.32 68.48 2.24 73.01 4.04 58.3 4.39 62.56 3.89 1.03
HW fdagf 91.87 3.19 86.29 1.24 91.87 3.19 83.48 2.31 85.15 2.06 7.89
HW fsmsc 80.4 8.07 77.59 4.52 81.83 7.2 71.16 7.88 74.1 7.05 10.46
HW udbgl 76.5 0 73.27 0 80.9 0 65.95 0 69.46 0 24.31
HW t-svd-msc 93.83 0.02 89.26 0.07 93.83 0.02 88.51 0.09 90.12 0.1 296.45
HW etlmsc 89.87 0.17 81.27 0.36 89.81 0.17 79.1 0.36 81.19 0.32 28.97
HW tbgl 74.45 0 73.52 0 77 0 53.31 0 59.06 0 492.31
HW ltbpl 99.9 0 99.76 0 99.9 0 99.78 0 99.8 0 155.47
HW dstl 99.57 0.04 98.92 0.1 99.57 0.04 99.06 0.09 99.15 0.08 0.41
Scene15 awmvc 50.51 2.6 48.01 0.82 54.4 1.73 33.56 1.53 38.13 1.4 12.34
Scene15 fdagf 54.01 0.62 57.06 0.07 61.67 0.9 39.9 0.45 44.62 0.43 41.49
Scene15 fsmsc 52.39 2.8 50.02 1.22 57.36 2.44 36.36 2.09 40.75 1.94 31.74
Scene15 udbgl 60.11 0 57.59 0 62.3 0 41.06 0 45.14 0 32.72
Scene15 t-svd-msc 77.86 0.44 80.91 0.1 83.58 0.21 71.08 0.36 73.17 0.34 487.27
Scene15 etlmsc 86.3 0.37 87.84 0.48 90.06 0.65 82.03 0.87 83.27 0.81 60.98
Scene15 tbgl 23.55 0 18.04 0 25.08 0 2.55 0 14.77 0 2187.56
Scene15 ltbpl 73.97 0 81.99 0 74.55 0 63.01 0 70.09 0 1378.48
Scene15 dstl 88.64 1.82 90.52 0.44 90.19 1.18 84.91 1.31 85.99 1.21 1.35
MITIndoor awmvc 42.98 1.58 56.39 0.79 44.82 1.39 29.76 1.01 30.83 0.99 63.03
MITIndoor fdagf 38.18 1.95 52.3 0.95 40.36 1.66 22.94 1.25 24.23 1.21 170.98
MITIndoor fsmsc 45.06 1.21 57.55 0.83 47.17 0.98 31.2 1.29 32.25 1.27 72.14
MITIndoor udbgl 20.35 0 32.31 0 22.16 0 4.94 0 7.11 0 154.31
MITIndoor t-svd-msc 68.41 0.52 74.82 0.73 69.36 0.48 55.49 0.51 56.17 0.76 3896.39
MITIndoor etlmsc 74.65 1.02 87.96 0.24 76.59 0.17 70.62 0.1 71.54 0.18 625.26
MITIndoor tbgl 42.51 0 59.39 0 46.25 0 37.7 0 39.85 0 5222.61
MITIndoor ltbpl 53.06 0 53.72 0 64.91 0 44.75 0 49.5 0 2346.98
MITIndoor dstl 82.54 1.9 92.96 0.54 85.63 1.62 79.25 2.24 79.58 2.2 6.19
CCV awmvc 18.3 0.82 14.45 0.51 21.86 0.55 5.82 0.47 10.96 0.44 0.54
CCV fdagf 21.99 0.75 18.91 0.42 25.23 0.47 7.17 0.23 12.96 0.21 13.06
CCV fsmsc 22 0.22 18.05 0.27 25.38 0.23 7.82 0.11 12.82 0.11 36.91
CCV udbgl 20.74 0 17.34 0 22.84 0 6.23 0 13.25 0 67.49
CCV t-svd-msc 42.95 0.06 39.86 0.05 32.57 0.04 22.63 0.04 31.65 0.05 7283.52
CCV etlmsc 26.2 0.06 20.12 0.69 26.85 0.71 14.42 0.41 23.01 0.34 1095.64
CCV tbgl 17.95 0 16.54 0 22.89 0 5.95 0 11.08 0 9102.97
CCV ltbpl 22.09 0 15.61 0 24.6 0 10.81 0 20.5 0 6803.31
CCV dstl 72.01 1.62 75.92 0.74 74.35 1.14 62.52 2.15 64.71 2.02 1.65
Caltech101-all awmvc 24.89 1.37 48.61 0.68 46.53 0.95 19.41 1.58 20.66 1.57 34.65
Caltech101-all fdagf 26.9 1.05 48.6 0.48 46.46 0.5 22.8 1.27 24.28 1.26 129.34
Caltech101-all fsmsc 27.19 1.37 49.61 0.52 48.09 0.62 20.8 1.07 22.03 1.07 112.72
Caltech101-all udbgl 20.94 0 35.76 0 34.18 0 5.91 0 9.82 0 322.07
Caltech101-all t-svd-msc out of memory
Caltech101-all etlmsc out of memory
Caltech101-all tbgl out of memory
Caltech101-all ltbpl out of memory
Caltech101-all dstl 49.04 1.43 84.1 0.35 75.61 0.85 35.76 1.03 36.74 1.02 12.94
Animal awmvc 15.2 0.77 11.79 0.51 18.21 0.53 4.29 0.36 9.52 0.35 64.88
Animal fdagf 17.3 0.22 12.38 0.08 19.41 0.14 4.61 0.04 10.61 0.08 351.32
Animal fsmsc 17.22 0.1 14.11 0.19 18.44 0.2 6.33 0.04 14.21 0.02 115.17
Animal udbgl 18.59 0 13.04 0 20.4 0 6.99 0 13 0 162.08
Animal t-svd-msc out of memory
Animal etlmsc out of memory
Animal tbgl out of memory
Animal ltbpl out of memory
Animal dstl 88.61 2.11 90.47 1.05 90.49 1.84 84.85 2.19 85.71 2.05 5.75
NUSWIDEOBJ awmvc 14.17 0.49 12.59 0.3 23.62 0.56 4.74 0.27 8.83 0.26 28.68
NUSWIDEOBJ fdagf 13.11 0.24 12.06 0.22 23.65 0.39 3.88 0.13 8.42 0.13 303.03
NUSWIDEOBJ fsmsc 16.85 0.17 12.25 0.08 22.73 0.29 5.65 0.26 11.11 0.2 225.98
NUSWIDEOBJ udbgl 17.49 0 12.57 0 24.61 0 4.8 0 11.69 0 463.22
NUSWIDEOBJ t-svd-msc out of memory
NUSWIDEOBJ etlmsc out of memory
NUSWIDEOBJ tbgl out of memory
NUSWIDEOBJ ltbpl out of memory
NUSWIDEOBJ dstl 18.94 0.39 23.09 0.06 31.94 0.33 7.93 0.11 12.09 0.11 13.79
`

/** The tables of "Fast Disentangled Slim Tensor Learning for Multi-view Clustering": data sets, clustering results, running times. Numbers only, as printed. */
export const publishedResults: readonly PublishedDataset[] = datasets.map((dataset) => ({
  ...dataset,
  methods: Object.fromEntries(
    tables
      .trim()
      .split('\n')
      .map((line) => line.split(' '))
      .filter(([name]) => name === dataset.name)
      .map(([, method, ...numbers]) => [method, readMethod(numbers)]),
  ),
}))

function readMethod(words: readonly string[]): PublishedMethod {
  if (words.join(' ') === 'out of memory') return { scores: null, seconds: null }
  const numbers = words.map(Number)
  const scores = [0, 2, 4, 6, 8].map((at): PublishedScore => [numbers[at], numbers[at + 1]])
  return { scores, seconds: numbers[10] }
}
