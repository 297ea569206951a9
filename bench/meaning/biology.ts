import { mkdirSync, writeFileSync } from 'node:fs'
import { score } from '@manyview/core'
import { associate } from '@manyview/core/metadata'
import { pValue } from '@manyview/core/words'
import { type Benchmark, namesOf, readBenchmark } from '../quality/benchmark-files.ts'
import { runMethod } from '../quality/competitors.ts'
import { macroRecall } from '../quality/macro-recall.ts'
import { reordered } from '../quality/reordered.ts'
import { page } from './biology-page.ts'
import { readKirc, readOmics } from './omics-files.ts'

const measures = ['acc', 'nmi', 'ari', 'recall'] as const

/** Cells and patients, clustered and held to types, subtypes and survival: writes bench/results/biology.md where all data is there. */
export async function biology(seeds: number): Promise<void> {
  const labelled: string[] = []
  for (const name of namesOf('cells')) {
    const cells = await readBenchmark(name)
    // SNF keeps n×n numbers per view and multiplies them: only the smaller file.
    const methods = cells && cells.input.samples > 3000 ? ['consensus', 'kmeans'] : ['consensus', 'snf', 'kmeans']
    if (cells) await measure(labelled, cells, methods, seeds)
  }
  const brca = await readOmics('brca', ['mrna', 'mirna', 'protein'], 'clinical')
  if (brca) await measure(labelled, brca, ['consensus', 'snf', 'kmeans'], seeds)
  const survival = await measureSurvival()
  if (labelled.length === 0 || survival.length === 0)
    console.log('bench/results/biology.md is left as it is: not all data is in MANYVIEW_DATA')
  else {
    mkdirSync('bench/results', { recursive: true })
    writeFileSync('bench/results/biology.md', page(labelled, survival, seeds))
  }
}

/** One line per method: the mean over seeds, samples shuffled. */
async function measure(
  lines: string[],
  benchmark: Benchmark,
  methods: readonly string[],
  seeds: number,
): Promise<void> {
  const { input, truth, clusters } = reordered(benchmark, 1)
  for (const method of methods) {
    const sums = { acc: 0, nmi: 0, ari: 0, recall: 0 }
    for (let seed = 0; seed < seeds; seed++) {
      const { labels } = await runMethod(method, input, clusters, seed, {})
      const found = { ...score(truth, labels), recall: macroRecall(truth, labels) }
      for (const name of measures) sums[name] += (100 * found[name]) / seeds
    }
    const cells = measures.map((name) => sums[name].toFixed(1))
    add(lines, `| ${benchmark.name} | ${input.samples} | ${clusters} | ${method} | ${cells.join(' | ')} |`)
  }
}

/** One line per method and number of clusters: the log-rank test of survival. */
async function measureSurvival(): Promise<string[]> {
  const kirc = await readKirc()
  const lines: string[] = []
  if (!kirc) return lines
  for (const method of ['consensus', 'snf', 'kmeans']) {
    const cells: string[] = []
    for (let clusters = 2; clusters <= 6; clusters++) {
      const { labels } = await runMethod(method, kirc.input, clusters, 0, {})
      const [found] = associate(labels, kirc.survival).associations
      const sizes = Array.from({ length: clusters }, (_, c) => labels.filter((label) => label === c).length)
      cells.push(`${pValue(found.p)} (${sizes.sort((a, b) => b - a).join(', ')})`)
    }
    add(lines, `| ${method} | ${cells.join(' | ')} |`)
  }
  return lines
}

function add(lines: string[], line: string): void {
  console.log(line)
  lines.push(line)
}
