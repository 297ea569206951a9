import { accuracy, adjustedRandIndex, normalisedMutualInformation } from '@manyview/core'
import { fixed, percent } from '@manyview/core/words'
import { useState } from 'preact/hooks'
import { Figure } from '../figures/figure.tsx'
import { ShadedTable } from '../figures/shaded-table.tsx'
import { clusterName, type Run, runTitle } from '../state/run.ts'
import { runs } from '../state/session.ts'
import { truthOf } from '../state/truth.ts'

interface Side {
  title: string
  names: readonly string[]
  codes: Int32Array
}

/** Two runs, or a run and the true classes, side by side. */
export function ComparePanel({ run }: { run: Run }) {
  const all = runs.value
  const others = all.filter(({ id, stored }) => id !== run.id && stored.labels.length === run.stored.labels.length)
  const truth = truthOf(run)
  const [chosen, choose] = useState(others.at(-1)?.id ?? (truth ? 'truth' : ''))
  const other = others.find(({ id }) => id === chosen)
  const second: Side | null = other
    ? sideOf(other)
    : truth
      ? { title: `true classes (${truth.name})`, names: truth.classes, codes: truth.codes }
      : null
  if (!second)
    return (
      <p class="muted">
        There is nothing to compare with yet. Cluster again with another number of clusters, method, seed or choice of
        views.
      </p>
    )
  const title = (id: string) =>
    `${all.findIndex((each) => each.id === id) + 1} — ${runTitle(all.find((each) => each.id === id)!)}`
  return (
    <div class="compare">
      <label class="inline">
        <span>
          {title(run.id)} <b>with</b>
        </span>
        <select value={other ? chosen : 'truth'} onChange={(event) => choose(event.currentTarget.value)}>
          {others.map(({ id }) => (
            <option key={id} value={id}>
              {title(id)}
            </option>
          ))}
          {truth && <option value="truth">the true classes ({truth.name})</option>}
        </select>
      </label>
      <Agreement first={sideOf(run)} second={second} />
    </div>
  )
}

function sideOf(run: Run): Side {
  const { record, labels } = run.stored
  const names = Array.from({ length: record.clusters }, (_, cluster) => clusterName(run, cluster))
  return { title: runTitle(run), names, codes: labels }
}

function Agreement({ first, second }: { first: Side; second: Side }) {
  const rows = first.names.length
  const columns = second.names.length
  const counts = new Float64Array(rows * columns)
  const totals = new Float64Array(rows)
  first.codes.forEach((row, i) => {
    counts[row * columns + second.codes[i]]++
    totals[row]++
  })
  const matched = accuracy(second.codes, first.codes)
  const scores = [
    ['Samples that match', percent(matched, 1)],
    ['Adjusted Rand index', fixed(adjustedRandIndex(first.codes, second.codes), 3)],
    ['Mutual information', fixed(normalisedMutualInformation(first.codes, second.codes), 3)],
  ]
  const places = matchingOrder(counts, rows, columns)
  return (
    <>
      <dl class="scores large">
        {scores.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Figure
        title="Where the samples go"
        file="comparison"
        note={`Rows: ${first.title}. Columns: ${second.title}, ordered so that clusters that match meet.`}
        draw={(room) => (
          <ShadedTable
            room={room}
            label={`Samples by cluster: ${first.title} against ${second.title}`}
            rows={first.names}
            columns={places.map((column) => second.names[column])}
            shade={(i, j) => counts[i * columns + places[j]] / Math.max(1, totals[i])}
            text={(i, j) => (counts[i * columns + places[j]] === 0 ? '' : String(counts[i * columns + places[j]]))}
          />
        )}
      />
    </>
  )
}

/** Columns in the order of the rows that hold most of them, largest shares first. */
function matchingOrder(counts: Float64Array, rows: number, columns: number): number[] {
  const home = Array.from({ length: columns }, (_, column) => {
    let best = 0
    for (let row = 1; row < rows; row++)
      if (counts[row * columns + column] > counts[best * columns + column]) best = row
    return best
  })
  return home
    .map((_, column) => column)
    .sort((a, b) => home[a] - home[b] || counts[home[b] * columns + b] - counts[home[a] * columns + a])
}
