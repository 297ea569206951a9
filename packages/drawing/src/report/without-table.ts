import { fixed, grouped, signed } from '@manyview/core/words'
import type { ClusteringRecord } from '@manyview/formats'
import { type Html, html } from './html.ts'

/** What the clusters are without each view; null where that was not asked for. */
export function withoutTable({ leaveOneOut, samples }: ClusteringRecord): Html | null {
  if (!leaveOneOut || leaveOneOut.length === 0) return null
  const scored = leaveOneOut.some(({ scores }) => scores)
  const fewer = leaveOneOut.some((found) => found.samples < samples)
  const rows = leaveOneOut.map(({ view, ari, nmi, confidenceChange, scores, scoreChange, samples: left, problem }) => {
    if (ari === null || nmi === null)
      return html`<tr><th scope="row">${view}</th><td colspan="${3 + Number(scored) + Number(fewer)}">${problem}</td></tr>`
    return html`<tr><th scope="row">${view}</th>${fewer && html`<td class="n">${grouped(left)}</td>`}<td class="n">${fixed(ari, 2)}</td><td class="n">${fixed(nmi, 2)}</td><td class="n">${confidenceChange === null ? '–' : signed(confidenceChange, 2)}</td>${scored && html`<td class="n">${scores && scoreChange ? `${fixed(scores.acc, 2)} (${signed(scoreChange.acc, 2)})` : '–'}</td>`}</tr>`
  })
  return html`<div class="scroll without"><table><caption><b>Without a view.</b> <span class="fact">How alike the clusters stay when the fit is done again without the view (1 is the same), and what becomes of the confidence${scored && ' and of the accuracy'}.</span></caption><thead><tr><th scope="col">without</th>${fewer && html`<th scope="col" class="n">samples</th>`}<th scope="col" class="n">ARI</th><th scope="col" class="n">NMI</th><th scope="col" class="n">confidence</th>${scored && html`<th scope="col" class="n">accuracy</th>`}</tr></thead><tbody>${rows}</tbody></table></div>`
}
