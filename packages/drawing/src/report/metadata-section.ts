import type { Association } from '@manyview/core/metadata'
import { counted, fixed, grouped, pValue } from '@manyview/core/words'
import { clusterText, effectNames, type StoredClustering } from '@manyview/formats'
import { survivalFigure } from '../figures/survival-figure.ts'
import { Html, html } from './html.ts'
import { dot } from './map-section.ts'
import type { Paper } from './paper.ts'

/** Tests and clusters that are shown: those of the least p, and the first. */
const mostTests = 60
const mostClusters = 12

/** How the clusters go with metadata, and how long their samples lived; null where there is none. */
export async function metadataSection({ record }: StoredClustering, paper: Paper): Promise<Html | null> {
  if (!record.associations) return null
  const { associations, leftOut } = record.associations
  const shown = associations.slice(0, mostTests)
  const survival = associations.find((each) => each.kind === 'survival')
  const figure = survival && new Html(await survivalFigure(survival, paper(720), record.names))
  const few = shown.some(({ smallCounts }) => smallCounts > 0)
  return html`<section><h2>Metadata</h2>
  <p>How the clusters go with what else is known of the samples. None of it was used to make them.</p>
  ${survival && html`<figure><figcaption>Survival by cluster (Kaplan and Meier): the share without the event, with a cross where a sample was last seen. Log-rank test: p = ${pValue(survival.p)}.</figcaption><div class="scroll">${figure}</div></figure>`}
  ${
    shown.length > 0 &&
    html`<div class="scroll">${testTable(shown, record.sizes)}</div>
  <p class="note">q: p adjusted for ${counted(associations.length, 'test')} (Benjamini and Hochberg). Effect, from 0 to 1: ${[...new Set(shown.map(({ kind }) => effectNames[kind]))].join(', ')}. Numbers: median (quartiles). Survival: events of samples, median time.${few && ' *: counts under 5, take p with care.'}${associations.length > mostTests && ` The ${mostTests} tests of the least p of ${grouped(associations.length)} are shown.`}${record.clusters > mostClusters && ` associations.csv has all clusters.`}</p>`
  }
  ${
    leftOut.length > 0 &&
    html`<p class="note">Not tested: ${leftOut
      .slice(0, mostTests)
      .map(({ column, reason }) => `${column} (${reason})`)
      .join('; ')}.</p>`
  }
</section>`
}

function testTable(shown: readonly Association[], sizes: readonly number[]): Html {
  const clusters = Array.from(sizes.keys()).slice(0, mostClusters)
  const head = clusters.map((cluster) => html`<th scope="col">${dot(cluster)} ${cluster}</th>`)
  const rows = shown.map(
    (each) =>
      html`<tr><th scope="row">${each.column}</th><td>${each.test}</td><td class="n">${pValue(each.p)}${each.smallCounts > 0 && '*'}</td><td class="n">${pValue(each.q)}</td><td class="n">${fixed(each.effect, 2)}</td>${clusters.map((cluster) => html`<td class="fact">${clusterText(each, cluster)}</td>`)}</tr>`,
  )
  return html`<table><thead><tr><th scope="col">column</th><th scope="col">test</th><th scope="col" class="n">p</th><th scope="col" class="n">q</th><th scope="col" class="n">effect</th>${head}</tr></thead><tbody>${rows}</tbody></table>`
}
