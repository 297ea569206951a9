import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { score } from '@manyview/core'
import { associate } from '@manyview/core/metadata'
import { type PreparedViews, prepareViews } from '@manyview/core/methods'
import { singleProcess } from '@manyview/core/runtime'
import { pValue } from '@manyview/core/words'
import { type Dataset, readDataset, readMetadata } from '@manyview/formats'
import { fileSource } from 'manyview/node'
import { type Benchmark, namesOf, readBenchmark } from '../quality/benchmark-files.ts'
import { runMethod } from '../quality/competitors.ts'
import { macroRecall } from '../quality/macro-recall.ts'
import { reordered } from '../quality/reordered.ts'

const measures = ['acc', 'nmi', 'ari', 'recall'] as const

/** Clusters cells and patients and compares the clusters with types, subtypes and survival: writes bench/results/biology.md where all data is there. */
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

/** Adds one line per method: the mean over seeds, samples shuffled. */
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
      const scores = { ...score(truth, labels), recall: macroRecall(truth, labels) }
      for (const name of measures) sums[name] += (100 * scores[name]) / seeds
    }
    const cells = measures.map((name) => sums[name].toFixed(1))
    add(lines, `| ${benchmark.name} | ${input.samples} | ${clusters} | ${method} | ${cells.join(' | ')} |`)
  }
}

/** Writes one line per method: the log-rank test of survival for 2 to 6 clusters. */
async function measureSurvival(): Promise<string[]> {
  const kirc = await readKirc()
  const lines: string[] = []
  if (!kirc) return lines
  for (const method of ['consensus', 'snf', 'kmeans']) {
    const cells: string[] = []
    for (let clusters = 2; clusters <= 6; clusters++) {
      const { labels } = await runMethod(method, kirc.input, clusters, 0, {})
      const [association] = associate(labels, kirc.survival).associations
      const sizes = Array.from({ length: clusters }, (_, c) => labels.filter((label) => label === c).length)
      cells.push(`${pValue(association.p)} (${sizes.sort((a, b) => b - a).join(', ')})`)
    }
    add(lines, `| ${method} | ${cells.join(' | ')} |`)
  }
  return lines
}

function add(lines: string[], line: string): void {
  console.log(line)
  lines.push(line)
}

/** Writes the text of bench/results/biology.md: scores against types, and p-values of survival. */
function page(labelled: readonly string[], survival: readonly string[], seeds: number): string {
  return `# Cells and patients

\`npm run bench meaning\` writes this page. Samples are shuffled, no method sees a label or a time, and no option is set: views are taken as they are recognised
([kinds of views](../../docs/kinds-of-views.md)). Numbers are in percent, the mean over ${seeds} seeds. Recall is averaged over the classes, so that a rare type counts as much as a common one.

## Types and subtypes

PBMC and in-house cells have genes and proteins of each cell (CITE-seq); their types have 36 to 2,464 and 7 to 571 cells. BRCA has mRNA, miRNA and protein of 150 patients with three subtypes.
SNF keeps n×n numbers per view and was not run on the larger file.

| data | samples | clusters | method | ACC | NMI | ARI | recall |
|---|---:|---:|---|---:|---:|---:|---:|
${labelled.join('\n')}

## Survival

KIRC has 124 patients with kidney cancer, of whom 34 died; its three views are principal scores of expression, methylation and miRNA. Each cell is the p-value of the log-rank test between clusters, not adjusted, with the
sizes of the clusters. With 34 deaths the test has little power, and p goes up and down with the number of clusters: a single p under 0.05 among so many is no finding.

| method | k = 2 | k = 3 | k = 4 | k = 5 | k = 6 |
|---|---:|---:|---:|---:|---:|
${survival.join('\n')}

PINSPlus is not in this table: Debian has no package of it, and we run only what anybody can install with it.
`
}

const folder = process.env.MANYVIEW_DATA ?? fileURLToPath(new URL('../../../shared/data', import.meta.url))
const pathOf = (set: string, part: string) => `${folder}/omics/${set}-${part}.csv`

/** Reads the views of patients, and the classes that a clinical table has for them; null where the files are absent. */
async function readOmics(set: string, parts: readonly string[], clinical: string): Promise<Benchmark | null> {
  const patients = await readTogether(set, parts, clinical)
  if (!patients) return null
  const truth = patients.columns[0].values
  return { name: `TCGA ${set.toUpperCase()}`, input: patients.input, truth, clusters: new Set(truth).size, lacking: 0 }
}

/** Reads the views of kidney cancer and the survival of the patients; null where the files are absent. */
async function readKirc(): Promise<{ input: PreparedViews; survival: Record<string, string[]> } | null> {
  const patients = await readTogether('kirc', ['ge', 'me', 'mi'], 'survival')
  if (!patients) return null
  const survival = patients.columns.filter(({ name }) => name === 'Survival' || name === 'Death')
  return { input: patients.input, survival: Object.fromEntries(survival.map(({ name, values }) => [name, values])) }
}

async function readTogether(set: string, parts: readonly string[], about: string) {
  if (![...parts, about].every((part) => existsSync(pathOf(set, part)))) return null
  const dataset: Dataset = await readDataset(parts.map((part) => fileSource(pathOf(set, part))))
  const { columns } = await readMetadata(fileSource(pathOf(set, about)), dataset)
  return {
    columns,
    input: prepareViews(Object.fromEntries(dataset.views.map(({ name, view }) => [name, view])), {
      ranks: singleProcess,
    }),
  }
}
