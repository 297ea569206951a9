import { counted, duration, grouped, plural, sentence } from '@manyview/core/words'
import { type StoredClustering, verdict } from '@manyview/formats'
import { filesName } from '../files-name.ts'
import { type Html, html } from './html.ts'

/** How far to believe it; what was clustered and how, in a line; the figures everybody asks for first; the warnings. */
export function headerSection(stored: StoredClustering, seconds: number | null): Html {
  const { record, confidence } = stored
  const { samples, clusters, views, method, seed, scores } = record
  const said = verdict(stored)
  const warnings = [...record.warnings, ...emptyWarning(record)]
  const facts: [string, string][] = [
    [grouped(samples), plural(samples, 'sample')],
    [grouped(views.length), plural(views.length, 'view')],
    [grouped(clusters), plural(clusters, 'cluster')],
  ]
  if (confidence)
    facts.push([(confidence.reduce((sum, value) => sum + value, 0) / samples).toFixed(2), 'mean confidence'])
  if (scores) facts.push([scores.acc.toFixed(3), 'accuracy'], [scores.nmi.toFixed(3), 'NMI'])
  return html`<header>
  <div class="bar"><span class="brand">manyview</span><button id="theme" type="button" title="Light or dark" aria-label="Light or dark"><svg viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="6.2" fill="none" stroke="currentColor" stroke-width="1.4"/><path d="M8 1.8a6.2 6.2 0 0 1 0 12.4z" fill="currentColor"/></svg></button></div>
  <h1>${titleOf(record)}</h1>
  ${said && html`<p class="verdict">${said}</p>`}
  <p class="lead">${counted(samples, 'sample')} seen from ${counted(views.length, 'side')}, in ${counted(clusters, 'cluster')} by ${method}, seed ${seed}${seconds === null ? '' : `, ${duration(seconds)}`}.</p>
  ${warnings.length > 0 && html`<section class="warnings" aria-label="Warnings"><h2>${plural(warnings.length, 'Warning')}</h2><ul>${warnings.map((warning) => html`<li>${sentence(warning)}</li>`)}</ul></section>`}
  <dl class="facts">${facts.map(([value, name]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
</header>`
}

/** What the data is called: the files, or the demo. */
export function titleOf({ inputs, reading, samples }: StoredClustering['record']): string {
  if (reading.demo === 'digits') return 'Handwritten digits'
  return inputs.length === 0 ? counted(samples, 'sample') : filesName(inputs.map(({ name }) => name))
}

function emptyWarning({ sizes, clusters }: StoredClustering['record']): string[] {
  const empty = sizes.filter((size) => size === 0).length
  return empty === 0
    ? []
    : [
        `${grouped(empty)} of the ${counted(clusters, 'cluster')} ${plural(empty, 'is', 'are')} empty: the method found fewer`,
      ]
}
