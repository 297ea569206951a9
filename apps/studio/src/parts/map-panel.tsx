import { clusterCentres } from '@manyview/formats'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { SaveButtons } from '../figures/figure.tsx'
import { pageColour, saveFigure } from '../figures/save-figure.ts'
import { toScreen } from '../map/camera.ts'
import { type Colouring, mapColours } from '../map/map-colours.ts'
import { mapSvg } from '../map/map-svg.ts'
import { MapView } from '../map/map-view.ts'
import { dark } from '../state/dark.ts'
import { clusterName, type Run } from '../state/run.ts'
import { data, isOpen, job } from '../state/session.ts'
import { showProblem } from '../state/show-problem.ts'
import { startExplain } from '../state/start-fit.ts'
import { ColourChoice, useFeatureValues } from './colour-choice.tsx'
import { MapLegend } from './map-legend.tsx'
import { SampleCard } from './sample-card.tsx'
import { SampleImage } from './sample-image.tsx'
import { SelectionPanel } from './selection-panel.tsx'

const arrows: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Selected samples that get a ring each; more stand out by the others being dimmed. */
const mostRings = 40

/** The map of the samples. */
export function MapPanel({ run }: { run: Run }) {
  const map = run.stored.explanation?.map
  if (!map) return <NoMap run={run} />
  return <SampleMap run={run} map={map} />
}

function NoMap({ run }: { run: Run }) {
  return (
    <div class="no-map">
      <p class="muted">This clustering has no map: it was not kept, or the run was stopped before.</p>
      {isOpen(run) && (
        <button type="button" disabled={job.value !== null} onClick={() => void startExplain(run)}>
          Make the map
        </button>
      )}
    </div>
  )
}

function SampleMap({ run, map }: { run: Run; map: Float64Array }) {
  const frame = useRef<HTMLDivElement>(null)
  const view = useRef<MapView | null>(null)
  const [, redraw] = useState(0)
  const [hovered, setHovered] = useState(-1)
  const [selected, setSelected] = useState<readonly number[]>([])
  const [only, setOnly] = useState<number | null>(null)
  const [lasso, setLasso] = useState(false)
  const [colouring, setColouring] = useState<Colouring>({ by: 'cluster' })
  const values = useFeatureValues(colouring)
  const { labels, record } = run.stored
  const isDark = dark.value
  const coloured = useMemo(() => {
    const picked = new Set(selected)
    const bright =
      picked.size > 0 ? (i: number) => picked.has(i) : only === null ? null : (i: number) => labels[i] === only
    return mapColours(run, colouring, values, bright, isDark)
  }, [run, labels, colouring, values, selected, only, isDark])
  const centres = useMemo(() => clusterCentres(map, labels, record.clusters), [map, labels, record.clusters])
  const texts = centres.flatMap((centre, cluster) =>
    centre ? [{ x: centre[0], y: centre[1], text: run.names[cluster] || String(cluster), cluster }] : [],
  )

  useEffect(() => {
    const made = new MapView(frame.current!, {
      onHover: setHovered,
      onSelect: setSelected,
      onMove: () => redraw((times) => times + 1),
    })
    view.current = made
    const watch = new ResizeObserver(([entry]) => made.resize(entry.contentRect))
    watch.observe(frame.current!)
    return () => {
      watch.disconnect()
      made.end()
    }
  }, [])
  useEffect(() => view.current?.setDots({ map, colours: coloured.colours }), [map, coloured])
  useEffect(() => {
    if (view.current) view.current.lassoing = lasso
  }, [lasso])

  const keys = (event: KeyboardEvent) => {
    const { current } = view
    if (!current) return
    const arrow = arrows[event.key]
    if (arrow) setHovered(current.neighbour(hovered, ...arrow))
    else if (event.key === '+' || event.key === '=') current.zoom(1.5)
    else if (event.key === '-') current.zoom(1 / 1.5)
    else if (event.key === '0') current.showAll()
    else if (event.key === 'Enter' && hovered >= 0)
      setSelected(selected.includes(hovered) ? selected.filter((i) => i !== hovered) : [...selected, hovered])
    else if (event.key === 'Escape') {
      setSelected([])
      setOnly(null)
    } else return
    event.preventDefault()
  }
  const save = (kind: 'svg' | 'png') => {
    const { camera, size, dot } = view.current!
    const theme = { paper: pageColour('paper'), ink: pageColour('ink'), font: 'system-ui, sans-serif' }
    const svg = mapSvg({ map, colours: coloured.colours }, texts, camera, size, dot, theme)
    saveFigure(svg, 'map', kind).catch(showProblem)
  }
  const images = isOpen(run) ? data.value!.understood.images : null
  const typicalPicture = (cluster: number) => {
    const [sample] = run.stored.explanation!.clusters[cluster].typical
    return sample === undefined ? null : <SampleImage images={images!} sample={sample} />
  }
  const seen = view.current
  const on = (sample: number) => seen!.placeOf(sample)
  return (
    <div class="map-panel">
      <div class="toolbar">
        <ColourChoice run={run} colouring={colouring} choose={setColouring} />
        <span class="spring" />
        <button
          type="button"
          class="small"
          aria-pressed={lasso}
          onClick={() => setLasso(!lasso)}
          title="Draw around samples; holding Shift does the same"
        >
          Lasso
        </button>
        <button type="button" class="small icon" aria-label="Zoom in" onClick={() => seen?.zoom(1.5)}>
          +
        </button>
        <button type="button" class="small icon" aria-label="Zoom out" onClick={() => seen?.zoom(1 / 1.5)}>
          −
        </button>
        <button type="button" class="small" onClick={() => seen?.showAll()}>
          Show all
        </button>
        <SaveButtons what="the map" save={save} />
      </div>
      <div class="map-and-legend">
        <div
          ref={frame}
          class={`map${lasso ? ' lassoing' : ''}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the map is walked with the keyboard
          tabIndex={0}
          role="application"
          aria-label={`Map of ${labels.length} samples. Arrow keys go from sample to sample, plus and minus zoom, 0 shows all, Enter selects, Escape clears.`}
          onKeyDown={keys}
        >
          {seen && (
            <svg class="over" aria-hidden="true">
              {seen.line.length > 2 && <polygon class="lasso" points={seen.line.join(' ')} />}
              {(selected.length > mostRings ? [] : selected).map((sample) => {
                const [x, y] = on(sample)
                return <circle key={sample} class="selected" cx={x} cy={y} r={seen.dot / 2 + 1.5} />
              })}
              {colouring.by === 'cluster' &&
                texts.map(({ x, y, text, cluster }) => {
                  const [left, top] = toScreen(seen.camera, seen.size, x, y)
                  return (
                    <text
                      key={cluster}
                      class={only !== null && only !== cluster ? 'faint' : ''}
                      x={left}
                      y={top}
                      dy=".35em"
                    >
                      {text}
                    </text>
                  )
                })}
              {hovered >= 0 && <circle class="hovered" cx={on(hovered)[0]} cy={on(hovered)[1]} r={seen.dot / 2 + 3} />}
            </svg>
          )}
          {seen && hovered >= 0 && <SampleCard run={run} sample={hovered} place={on(hovered)} size={seen.size} />}
        </div>
        <aside class="beside">
          <MapLegend
            legend={coloured.legend}
            only={colouring.by === 'cluster' ? only : undefined}
            choose={setOnly}
            picture={colouring.by === 'cluster' && images ? typicalPicture : undefined}
          />
          {selected.length > 0 && <SelectionPanel run={run} selected={selected} clear={() => setSelected([])} />}
          {seen?.note && <p class="muted hint">{seen.note}</p>}
        </aside>
      </div>
      <p class="hidden" aria-live="polite">
        {hovered >= 0 &&
          `Sample ${run.stored.ids?.[hovered] ?? hovered}, ${clusterName(run, labels[hovered])}${
            run.confidence ? `, confidence ${run.confidence[hovered].toFixed(2)}` : ''
          }`}
      </p>
    </div>
  )
}
