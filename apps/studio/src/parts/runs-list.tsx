import { counted, fixed, grouped } from '@manyview/core/words'
import { coloursByCode, mapSvg, wholeMap } from '@manyview/drawing/map'
import { useMemo } from 'preact/hooks'
import { comparedRun, deleteRun } from '../state/manage-runs.ts'
import { dataName, type Run, runTitle } from '../state/run.ts'
import { placesOf, runColours } from '../state/run-colours.ts'
import { changeRun, chosenRun, data, isOpen, runs, tab } from '../state/session.ts'
import { dark } from '../state/theme.ts'
import { scoresOf } from '../state/truth.ts'

/** Dots of a small picture of a map. */
const dots = 300
const size = { width: 56, height: 42 }

/** All runs: to be looked at, named, compared and deleted. */
export function RunsList() {
  const all = runs.value
  if (all.length === 0) return null
  return (
    <section class="step" aria-labelledby="step-runs">
      <h2 id="step-runs">Runs</h2>
      <ul class="runs">
        {all.map((run, i) => (
          <RunItem key={run.id} run={run} number={i + 1} />
        ))}
      </ul>
    </section>
  )
}

function RunItem({ run, number }: { run: Run; number: number }) {
  const shown = run.id === chosenRun.value
  const scores = scoresOf(run)
  const show = () => {
    chosenRun.value = run.id
    if (tab.value === 'data') tab.value = 'map'
  }
  return (
    <li class={shown ? 'shown' : ''}>
      <button type="button" class="picture" aria-label={`Show run ${number}`} aria-pressed={shown} onClick={show}>
        <Thumbnail run={run} />
      </button>
      <div>
        <input
          class="name"
          aria-label={`Name of run ${number}`}
          placeholder={`${number} — ${runTitle(run)}`}
          title={runTitle(run)}
          value={run.title}
          onChange={(event) => changeRun(run.id, { title: event.currentTarget.value.trim() })}
        />
        <p class="muted cut" title={dataName(run)}>
          {counted(run.stored.record.clusters, 'cluster')}
          {scores && ` · NMI ${fixed(scores.nmi, 2)}`} · {dataName(run)}
        </p>
        {data.value && !isOpen(run) && <p class="warn">of other data than what is open</p>}
        <p>
          {runs.value.length > 1 && !shown && (
            <button
              type="button"
              class="quiet small"
              onClick={() => {
                comparedRun.value = run.id
                tab.value = 'compare'
              }}
            >
              Compare
            </button>
          )}
          <button type="button" class="quiet small" aria-label={`Delete run ${number}`} onClick={() => deleteRun(run)}>
            Delete
          </button>
        </p>
      </div>
    </li>
  )
}

/** The map of a run with a few of its dots; the number of clusters where there is none. */
function Thumbnail({ run }: { run: Run }) {
  const isDark = dark.value
  const svg = useMemo(() => {
    const map = placesOf(run)
    if (!map) return null
    const { labels } = run.stored
    const step = Math.max(1, Math.floor(labels.length / dots))
    const subset = Array.from({ length: Math.ceil(labels.length / step) }, (_, i) => i * step)
    const places = Float64Array.from(subset.flatMap((sample) => [map[2 * sample], map[2 * sample + 1]]))
    const codes = subset.map((sample) => labels[sample])
    return smallPicture(places, coloursByCode(codes, runColours(run, isDark)))
  }, [run.stored, run.turn, run.colours, run.groups, isDark])
  return svg ? (
    <img src={svg} alt="" width={size.width} height={size.height} />
  ) : (
    <b>{grouped(run.stored.record.clusters)}</b>
  )
}

/** A picture as an address: style and markup of the page stay as they are. */
function smallPicture(map: Float64Array, colours: Uint8Array): string {
  const words = { title: '', paper: 'none', ink: 'none', font: 'sans-serif' }
  const svg = mapSvg({ map, colours }, [], { camera: wholeMap(map, size), size, dot: 2.6 }, words)
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
