import type { CategoryColumn, MetadataColumn, NumberColumn } from '@manyview/core/metadata'
import { counted, dateText, grouped, readable } from '@manyview/core/words'
import { useMemo, useRef, useState } from 'preact/hooks'
import { type Filter, filters, passing, setFilter } from '../state/filters.ts'
import { colouring } from '../state/pointing.ts'
import type { Run } from '../state/run.ts'
import { columnsOf } from '../state/sheet.ts'

/** Bars of a histogram, and levels of a category that are listed until all are asked for. */
const bins = 24
const firstLevels = 6
/** Levels that are listed at most; more are names of samples rather than kinds. */
const mostLevels = 300
/** Columns whose figures are there at once. */
const firstColumns = 12

/** Every column with what is in it: a click filters map and table by levels, a drag by a range; filters of several columns add up. */
export function ColumnsPanel({ run }: { run: Run }) {
  const [open, setOpen] = useState(false)
  const [all, setAll] = useState(false)
  const columns = columnsOf(run)
  const active = Object.keys(filters.value).length
  if (columns.length === 0) return null
  const shown = all ? columns : columns.slice(0, firstColumns)
  return (
    <details class="columns" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {counted(columns.length, 'column')}
        {active > 0 && ` · ${counted(active, 'filter')}`}
      </summary>
      {active > 0 && (
        <p>
          <b>{grouped(passing.value?.reduce((sum, pass) => sum + pass, 0) ?? 0)}</b> of{' '}
          {grouped(run.stored.labels.length)} samples pass.{' '}
          <button
            type="button"
            class="link"
            onClick={() => {
              filters.value = {}
            }}
          >
            Clear filters
          </button>
        </p>
      )}
      {open && shown.map((column) => <ColumnFigure key={column.name} column={column} />)}
      {!all && columns.length > firstColumns && (
        <button type="button" class="small" onClick={() => setAll(true)}>
          Show all {columns.length}
        </button>
      )}
    </details>
  )
}

function ColumnFigure({ column }: { column: MetadataColumn }) {
  const by = colouring.value
  const isColour = by.by === 'column' && by.name === column.name
  const filter = filters.value[column.name]
  return (
    <section aria-label={`Column ${column.name}`}>
      <header>
        <h3>{column.name}</h3>
        {filter && (
          <button type="button" class="quiet small" onClick={() => setFilter(column.name, null)}>
            Clear
          </button>
        )}
        <button
          type="button"
          class="quiet small"
          aria-pressed={isColour}
          aria-label={`Colour by ${column.name}`}
          onClick={() => {
            colouring.value = isColour ? { by: 'cluster' } : { by: 'column', name: column.name }
          }}
        >
          Colour
        </button>
      </header>
      {column.kind === 'category' ? (
        <Levels column={column} filter={filter} />
      ) : (
        <Histogram column={column} filter={filter} />
      )}
    </section>
  )
}

/** The levels with a bar each, the most frequent first; a click takes a level in or out. */
function Levels({ column, filter }: { column: CategoryColumn; filter: Filter | undefined }) {
  const [all, setAll] = useState(false)
  const { levels, codes, name } = column
  const counts = useMemo(() => countCodes(codes, levels.length, null), [codes, levels])
  const inside = countCodes(codes, levels.length, passing.value)
  const order = useMemo(
    () => Array.from(levels.keys()).sort((a, b) => counts[b] - counts[a] || a - b),
    [counts, levels],
  )
  const chosen = filter && 'levels' in filter ? filter.levels : null
  const most = Math.max(1, counts[order[0]] ?? 1)
  const shown = order.slice(0, all ? mostLevels : firstLevels)
  const toggle = (level: number) => {
    const next = new Set(chosen)
    if (!next.delete(level)) next.add(level)
    setFilter(name, next.size > 0 ? { levels: next } : null)
  }
  return (
    <ul class="levels">
      {shown.map((level) => (
        <li key={level}>
          <button type="button" class="quiet" aria-pressed={chosen?.has(level) ?? false} onClick={() => toggle(level)}>
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
              <rect class="all" width={(100 * counts[level]) / most} height="10" />
              <rect class="passing" width={(100 * inside[level]) / most} height="10" />
            </svg>
            <span>{levels[level]}</span>
            <span class="muted number-text">{grouped(inside[level])}</span>
          </button>
        </li>
      ))}
      {!all && levels.length > firstLevels && (
        <li>
          <button type="button" class="link" onClick={() => setAll(true)}>
            {grouped(levels.length - firstLevels)} more
          </button>
        </li>
      )}
    </ul>
  )
}

function countCodes(codes: Int32Array, levels: number, passes: Uint8Array | null): Float64Array {
  const counts = new Float64Array(levels)
  for (let i = 0; i < codes.length; i++) if (codes[i] >= 0 && (!passes || passes[i])) counts[codes[i]]++
  return counts
}

/** A histogram, on which a drag chooses a range; two fields have its ends. */
function Histogram({ column, filter }: { column: NumberColumn; filter: Filter | undefined }) {
  const { values, name, kind } = column
  const figure = useRef<SVGSVGElement>(null)
  const begin = useRef<number | null>(null)
  const [low, high] = useMemo(() => rangeOf(values), [values])
  const all = useMemo(() => countBins(values, low, high, null), [values, low, high])
  const inside = countBins(values, low, high, passing.value)
  const most = Math.max(1, ...all)
  const range = filter && 'low' in filter ? filter : { low, high }
  const text = (value: number) => (kind === 'date' ? dateText(Math.round(value)) : readable(value))
  if (!(low < high)) return <p class="muted">{Number.isFinite(low) ? text(low) : 'no values'} everywhere</p>
  const choose = (first: number, second: number) =>
    setFilter(name, { low: Math.min(first, second), high: Math.max(first, second) })
  const valueAt = (event: PointerEvent) => {
    const box = figure.current!.getBoundingClientRect()
    return low + Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * (high - low)
  }
  const across = (value: number) => (100 * (value - low)) / (high - low)
  const field = (end: 'low' | 'high') => (
    <input
      type="number"
      step="any"
      aria-label={`${end === 'low' ? 'Lowest' : 'Highest'} ${name}`}
      value={Number(range[end].toPrecision(6))}
      onChange={(event) => {
        const { valueAsNumber } = event.currentTarget
        if (!Number.isNaN(valueAsNumber)) setFilter(name, { ...range, [end]: valueAsNumber })
      }}
    />
  )
  return (
    <div class="histogram">
      <svg
        ref={figure}
        viewBox="0 0 100 40"
        preserveAspectRatio="none"
        role="img"
        aria-label={`${name}, from ${text(low)} to ${text(high)}. Drag to filter.`}
        onPointerDown={(event) => {
          begin.current = valueAt(event)
          event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerMove={(event) => {
          if (begin.current !== null) choose(begin.current, valueAt(event))
        }}
        onPointerUp={(event) => {
          // A click without a drag takes the filter away.
          if (begin.current !== null && Math.abs(valueAt(event) - begin.current) < (high - low) / 200)
            setFilter(name, null)
          begin.current = null
        }}
      >
        {Array.from(all, (count, bin) => (
          <g key={`bin ${bin}`}>
            <rect class="all" x={(100 * bin) / bins} width={90 / bins} y={40 - (40 * count) / most} height="40" />
            <rect
              class="passing"
              x={(100 * bin) / bins}
              width={90 / bins}
              y={40 - (40 * inside[bin]) / most}
              height="40"
            />
          </g>
        ))}
        {filter && (
          <rect class="range" x={across(range.low)} width={across(range.high) - across(range.low)} height="40" />
        )}
      </svg>
      {kind === 'date' ? (
        <p class="muted">
          {text(range.low)} to {text(range.high)}
        </p>
      ) : (
        <p>
          {field('low')} <span class="muted">to</span> {field('high')}
        </p>
      )}
    </div>
  )
}

function rangeOf(values: Float64Array): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    if (value < low) low = value
    if (value > high) high = value
  }
  return [low, high]
}

function countBins(values: Float64Array, low: number, high: number, passes: Uint8Array | null): Float64Array {
  const counts = new Float64Array(bins)
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i]) || (passes && !passes[i])) continue
    counts[Math.min(bins - 1, Math.floor((bins * (values[i] - low)) / (high - low)))]++
  }
  return counts
}
