import { optionText } from '@manyview/core/methods'
import { counted, duration, grouped } from '@manyview/core/words'
import type { StoredClustering } from '@manyview/formats'
import { convergenceFigure, hasCurve } from '../figures/convergence-figure.ts'
import { Html, html } from './html.ts'
import type { Paper } from './paper.ts'

/** Files that are listed unasked; a folder of pictures has hundreds. */
const mostFiles = 20

/** How the clustering came about, so that it can be repeated. */
export async function runSection({ record }: StoredClustering, seconds: number | null, paper: Paper): Promise<Html> {
  const { method, seed, options, versions, inputs, reading, iterations, converged } = record
  const readingOptions = Object.entries(reading).filter(([, value]) => value !== null && value !== undefined)
  const facts: [string, string][] = [
    ['method', method],
    ['seed', String(seed)],
    ...Object.entries(options).map(([name, value]): [string, string] => [
      name,
      value === null ? 'from the data' : optionText(value),
    ]),
    ['iterations', `${grouped(iterations)}, ${converged ? 'converged' : 'not converged'}`],
    ...(seconds === null ? [] : [['time', duration(seconds)] as [string, string]]),
    ...readingOptions.map(([name, value]): [string, string] => [
      `read with ${name}`,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
    ...Object.entries(versions).map(([name, value]): [string, string] => [name, value]),
  ]
  const curve = hasCurve(record) && new Html(await convergenceFigure(record, paper(640)))
  const files = inputs.map(
    ({ name, bytes, sha256 }) =>
      html`<tr><th scope="row">${name}</th><td class="n">${grouped(bytes)}</td><td class="hash">${sha256}</td></tr>`,
  )
  const table = html`<div class="scroll"><table><thead><tr><th scope="col">file</th><th scope="col" class="n">bytes</th><th scope="col">SHA-256</th></tr></thead><tbody>${files}</tbody></table></div>`
  return html`<section><h2>How it was made</h2>
  ${curve && html`<figure><figcaption>Convergence.</figcaption>${curve}</figure>`}
  <dl class="settings">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
  ${files.length > 0 && (files.length <= mostFiles ? table : html`<details><summary>${counted(files.length, 'file')}</summary>${table}</details>`)}
</section>`
}
