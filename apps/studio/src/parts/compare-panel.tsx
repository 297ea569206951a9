import { accuracy, adjustedRandIndex, normalisedMutualInformation } from '@manyview/core/metrics'
import { fixed, percent } from '@manyview/core/words'
import { crossTable, crossTableFigure, type Partition } from '@manyview/drawing'
import { useMemo } from 'preact/hooks'
import { Figure } from '../figures/figure.tsx'
import { mapColours } from '../map/map-colours.ts'
import { MapFrame } from '../map/map-frame.tsx'
import { comparedRun } from '../state/manage-runs.ts'
import { selectOnMap } from '../state/pointing.ts'
import { clusterName, type Run, runTitle } from '../state/run.ts'
import { placesOf } from '../state/run-colours.ts'
import { runs } from '../state/session.ts'
import { dark } from '../state/theme.ts'
import { truthOf } from '../state/truth.ts'

interface Side extends Partition {
  title: string
  codes: Int32Array
}

/** Two runs, or a run and the true classes, side by side. */
export function ComparePanel({ run }: { run: Run }) {
  const all = runs.value
  const others = all.filter(({ id, stored }) => id !== run.id && stored.labels.length === run.stored.labels.length)
  const truth = truthOf(run)
  const chosen = comparedRun.value ?? others.at(-1)?.id ?? (truth ? 'truth' : '')
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
        <select
          value={other ? chosen : 'truth'}
          onChange={(event) => {
            comparedRun.value = event.currentTarget.value
          }}
        >
          {others.map(({ id }) => (
            <option key={id} value={id}>
              {title(id)}
            </option>
          ))}
          {truth && <option value="truth">the true classes ({truth.name})</option>}
        </select>
      </label>
      {other && <SideBySide runs={[run, other]} />}
      <Agreement first={sideOf(run)} second={second} />
    </div>
  )
}

/** The maps of two runs, in their own colours; matching clusters look the same. */
function SideBySide({ runs: pair }: { runs: readonly Run[] }) {
  const isDark = dark.value
  const coloured = useMemo(
    () => pair.map((run) => mapColours(run, { by: 'cluster' }, null, null, isDark)),
    [...pair, isDark],
  )
  if (pair.some((run) => placesOf(run) === null)) return null
  return (
    <div class="small-maps two">
      {pair.map((run, i) => (
        <figure key={run.id}>
          <figcaption class="cut">{run.title || runTitle(run)}</figcaption>
          <MapFrame
            map={placesOf(run)!}
            coloured={coloured[i]}
            ringed={noRings}
            label={`Map of ${runTitle(run)}`}
            small
          />
        </figure>
      ))}
    </div>
  )
}

const noRings: readonly number[] = []

function sideOf(run: Run): Side {
  const { record, labels } = run.stored
  const names = Array.from({ length: record.clusters }, (_, cluster) => clusterName(run, cluster))
  return { title: runTitle(run), names, codes: labels }
}

function Agreement({ first, second }: { first: Side; second: Side }) {
  const table = useMemo(
    () => crossTable(first, second),
    [first.codes, second.codes, first.names.join(), second.names.join()],
  )
  const matched = accuracy(second.codes, first.codes)
  const scores = [
    ['Samples that match', percent(matched, 1)],
    ['Adjusted Rand index', fixed(adjustedRandIndex(first.codes, second.codes), 3)],
    ['Mutual information', fixed(normalisedMutualInformation(first.codes, second.codes), 3)],
  ]
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
        note={`Rows: ${first.title}. Columns: ${second.title}. Rows and columns that share most samples stand in the same order. Click a cell to select its samples.${table.cut ? ' Only the 40 largest of either are shown.' : ''}`}
        least={30 * table.columns.length + 140}
        of={[table]}
        pick={(cell) => {
          const row = first.names.indexOf(table.rows[Math.floor(cell / table.columns.length)])
          const column = second.names.indexOf(table.columns[cell % table.columns.length])
          const inCell = (sample: number) => first.codes[sample] === row && second.codes[sample] === column
          selectOnMap(Array.from(first.codes.keys()).filter(inCell))
        }}
        draw={(canvas) =>
          crossTableFigure(
            table,
            { title: `Samples by cluster: ${first.title} against ${second.title}`, rowTitle: '', columnTitle: '' },
            canvas,
          )
        }
      />
    </>
  )
}
