// npm run bench:meaning                     writes docs/results/biology.md: cells and patients, clustered and held to types, subtypes and survival
// --sets cells,brca,kirc --seeds 3          for less; the page is written only where all of them ran

import { existsSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { associate, score } from '@manyview/core'
import { pValue } from '@manyview/core/words'
import { readKirc, readOmics } from './meaning/omics-files.ts'
import { page } from './meaning/page.ts'
import { type Benchmark, namesOf, readBenchmark } from './quality/benchmark-files.ts'
import { runMethod } from './quality/competitors.ts'
import { macroRecall } from './quality/macro-recall.ts'
import { reordered } from './quality/reordered.ts'

const { values: flags } = parseArgs({
  options: { sets: { type: 'string', default: 'cells,brca,kirc' }, seeds: { type: 'string', default: '3' } },
})
const sets = flags.sets.split(',')
const seeds = Number(flags.seeds)
const measures = ['acc', 'nmi', 'ari', 'recall'] as const

const labelled: string[] = []
for (const name of sets.includes('cells') ? namesOf('cells') : []) {
  const cells = await readBenchmark(name)
  // SNF keeps n×n numbers per view and multiplies them: only the smaller file.
  if (cells) await measure(cells, cells.input.samples > 3000 ? ['consensus', 'kmeans'] : ['consensus', 'snf', 'kmeans'])
}
const brca = sets.includes('brca') ? await readOmics('brca', ['mrna', 'mirna', 'protein'], 'clinical') : null
if (brca) await measure(brca, ['consensus', 'snf', 'kmeans'])
const survival = sets.includes('kirc') ? await measureSurvival() : []
if (sets.length < 3 || labelled.length === 0 || survival.length === 0)
  console.log('docs/results/biology.md is left as it is: not all sets ran')
else if (existsSync('docs/results')) writeFileSync('docs/results/biology.md', page(labelled, survival, seeds))

/** One line per method: the mean over seeds, samples shuffled. */
async function measure(benchmark: Benchmark, methods: readonly string[]): Promise<void> {
  const { input, truth, clusters } = reordered(benchmark, 1)
  for (const method of methods) {
    const sums = { acc: 0, nmi: 0, ari: 0, recall: 0 }
    for (let seed = 0; seed < seeds; seed++) {
      const { labels } = await runMethod(method, input, clusters, seed, {})
      const found = { ...score(truth, labels), recall: macroRecall(truth, labels) }
      for (const name of measures) sums[name] += (100 * found[name]) / seeds
    }
    const cells = measures.map((name) => sums[name].toFixed(1))
    add(labelled, `| ${benchmark.name} | ${input.samples} | ${clusters} | ${method} | ${cells.join(' | ')} |`)
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
