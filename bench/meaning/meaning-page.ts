import { benchmarkNames } from '../quality/benchmark-files.ts'
import type { Figures } from './measures.ts'

/** A column of the table: what it is called and how it is written. */
interface Column {
  title: string
  key: string
  digits: number
}

const nmi = (title: string, key: string): Column => ({ title, key, digits: 1 })
const area = (title: string, key: string): Column => ({ title, key, digits: 3 })

/** A classifier by 10 neighbours has to tell the classes this well, in percent, for a file to count for unseen samples. */
const SEPARATED = 90

/** The text of bench/results/meaning.md from what was measured, file by file; what was not measured has no row. */
export function meaningPage(rows: Readonly<Record<string, Figures>>): string {
  const files = benchmarkNames.filter((file) => rows[file])
  const table = (columns: readonly Column[], names = files) => {
    const rowNames = names.filter((file) => columns.some(({ key }) => rows[file][key] !== undefined))
    const mean = (key: string) => {
      const values = rowNames.flatMap((file) => rows[file][key] ?? [])
      return values.reduce((sum, value) => sum + value, 0) / values.length
    }
    const line = (name: string, value: (key: string) => number | undefined) =>
      `| ${name} | ${columns.map(({ key, digits }) => value(key)?.toFixed(digits) ?? '–').join(' | ')} |`
    return [
      `| file | ${columns.map(({ title }) => title).join(' | ')} |`,
      `|---|${columns.map(() => '---:').join('|')}|`,
      ...rowNames.map((file) => line(file, (key) => rows[file][key])),
      line(`**mean of ${rowNames.length}**`, mean),
    ].join('\n')
  }
  const separated = files.filter((file) => rows[file].neighbours >= SEPARATED)
  const samples = files.filter((file) => rows[file].per1000 !== undefined)
  const listed = samples.reduce((sum, file) => sum + rows[file].listed, 0)
  const all = samples.reduce((sum, file) => sum + rows[file].samples, 0)
  return `# Trees, outliers, unseen samples and copies, measured

\`npm run bench meaning\` writes this page. Rows of earlier runs stay until they are measured again. It uses the default method with no option set, and no label reaches a fit. NMI and shares are in percent; AUC is the share of pairs of a planted and another sample in which the
planted one has the higher score.

## Trees

A fit at the true number of clusters k, and a tree that was fitted at 2k and cut at k ([trees](../../docs/number-of-clusters.md)).

${table([nmi('NMI, fitted at k', 'fitted'), nmi('NMI, 2k cut at k', 'cut')])}

## Outliers

5 % of the samples are drawn anew, uniformly in the bounding box of each view ("box"), or swap their views among themselves ("mixed"). Found and wrongly: the share of the planted and of the other samples that
\`--outliers auto\` sets aside ([outliers](../../docs/outliers.md)); "untouched": the share that it sets aside where nothing was planted. Figures are means over the plantings of the last column.

${table([area('AUC, box', 'boxAuc'), nmi('found, %', 'boxHit'), nmi('wrongly, %', 'boxFalse'), area('AUC, mixed', 'mixedAuc'), nmi('found, %', 'mixedHit'), nmi('wrongly, %', 'mixedFalse'), nmi('untouched, %', 'cleanFalse'), { title: 'plantings', key: 'plantings', digits: 0 }])}

What the planted samples cost the others, in points of NMI of the others. **The mark is the fit of only the others**: the same samples, with nothing planted among them. "±" is the deviation from planting to planting of the column
before it. The last three columns count from the fit of the untouched file instead: "others alone" has nothing planted, and loses by having 5 % fewer samples and by chance. Samples that were set aside wrongly count with their nearest
cluster.

${table([nmi('box', 'boxCost'), nmi('box, auto', 'boxAutoCost'), nmi('mixed', 'mixedCost'), nmi('mixed, auto', 'mixedAutoCost'), nmi('±', 'mixedAutoSpread'), nmi('untouched: others alone', 'aloneLoss'), nmi('box, auto', 'boxAutoLoss'), nmi('mixed, auto', 'mixedAutoLoss')])}

## Unseen samples

One class is left out of the training, up to three classes in turn. New samples are that class and a fifth of all others. "Marked" is the share of the class that is stranger than 99 of 100 training samples, "wrongly" that of the others. Only files
count in which 10 neighbours tell at least ${SEPARATED} % of the classes right ([new samples](../../docs/new-samples.md)).

${table([nmi('10 neighbours, %', 'neighbours'), area('AUC', 'unseenAuc'), nmi('marked, %', 'marked'), nmi('wrongly, %', 'wrongly')], separated)}

## Copies

5 % of the samples once more, with noise of 1 % of the deviation of each feature, or of each value where most values are 0. "Listed" are the pairs that the files have of themselves, identical ones and those that differ in
one view set aside: ${listed} among ${all} samples, ${((1000 * listed) / all).toFixed(2)} per 1,000. Some of them are real: news that stands in a file twice with a few words changed.

${table([nmi('found, %', 'found'), { title: 'listed', key: 'listed', digits: 0 }, { title: 'listed per 1,000', key: 'per1000', digits: 2 }])}
`
}
