import { outlierLimit } from '@manyview/core/methods'
import { counted, fixed, grouped, percent, plural } from '@manyview/core/words'
import { clusterName, strangestFirst } from '@manyview/formats'
import { outliersFigure } from '../figures/outliers-figure.ts'
import { Html, html } from './html.ts'
import type { Paper } from './paper.ts'
import { pictureOf, type Samples } from './sample.ts'

/** Rows of each table. */
const mostRows = 12

/** The samples that are most unlike all others, and those that coincide; null where neither is known. */
export async function oddSection(
  { stored, previews }: Pick<Samples, 'stored' | 'previews'>,
  paper: Paper,
): Promise<Html | null> {
  const { record, outlierScores, outliers, labels } = stored
  const pairs = record.duplicates ?? []
  if (!outlierScores) return null
  const cell = (sample: number) => {
    const { text = null, picture = null } = previews?.get(sample) ?? {}
    const id = stored.ids ? stored.ids[sample] : `sample ${sample}`
    return html`${picture && pictureOf(sample)} ${id}${text && html`<p class="text" title="${text}">${text}</p>`}`
  }
  const cluster = (sample: number) => clusterName(record, labels[sample])
  const marked = outliers?.reduce((sum, mark) => sum + mark, 0)
  const said =
    marked === undefined
      ? `All samples were clustered; another fit can set those past ${outlierLimit} aside.`
      : marked === 0
        ? 'No sample was set aside as an outlier.'
        : `${counted(marked, 'sample')} (${percent(marked / labels.length, 1)}) ${plural(marked, 'was', 'were')} set aside before the fit: label −1 in labels.csv, shown and counted here in the nearest cluster.`
  const why =
    record.method === 'consensus'
      ? 'its views do not belong together or because it is alone among its neighbours'
      : `it lies far from the centre of its cluster in the embedding of ${record.method}`
  const figure = new Html(await outliersFigure(stored, paper(720)))
  return html`<section><h2>Outliers and copies</h2>
  <p class="note">Score: how unlike all others a sample is, in deviations from the median, because ${why}. ${said}</p>
  <figure><div class="scroll">${figure}</div></figure>
  <div class="pair odd"><div><h3 class="minor">Most unlike all others</h3><table><thead><tr><th scope="col">sample</th><th scope="col">cluster</th><th scope="col" class="n">score</th></tr></thead><tbody>${strangestFirst(stored, mostRows).map((sample) => html`<tr><th scope="row">${cell(sample)}</th><td>${outliers?.[sample] ? `none (${cluster(sample)})` : cluster(sample)}</td><td class="n">${fixed(outlierScores[sample], 1)}</td></tr>`)}</tbody></table></div>
  <div><h3 class="minor">Copies</h3>${pairs.length === 0 ? html`<p>No two samples coincide.</p>` : html`<p>${counted(pairs.length, 'pair')} of samples coincide, ${grouped(pairs.filter(({ exact }) => exact).length)} of them wholly; duplicates.csv has all.</p><table><thead><tr><th scope="col">sample</th><th scope="col">copy</th><th scope="col">how</th></tr></thead><tbody>${pairs.slice(0, mostRows).map(({ first, second, exact, differsIn }) => html`<tr><th scope="row">${cell(first)}</th><td>${cell(second)}</td><td>${exact ? 'identical' : differsIn === null ? 'near' : `near, but for ${differsIn}`}</td></tr>`)}</tbody></table>`}</div></div>
</section>`
}
