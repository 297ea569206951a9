import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'

export interface VirtualRowsProps {
  /** What the rows are of, in their order. */
  items: readonly number[]
  /** Pixels of a row before it has been measured. */
  estimate: number
  /** What changes the heights of all rows. */
  shape: unknown
  /** An item that is to be brought into sight; −1: none. */
  reveal: number
  label: string
  /** The cells above the rows, which stay there. */
  head: ComponentChildren
  /** The columns, as the grid of CSS has them, and the width below which they scroll sideways. */
  columns: string
  width: string
  /** The cells of a row. */
  cells(item: number): ComponentChildren
  /** The class of a row. */
  mark(item: number): string
  /** Hears over which row the pointer is. */
  point(item: number): void
}

/** Pixels above and below what is seen that are drawn, too. */
const margin = 300

/** Rows of any height in a frame that scrolls: only those in sight are drawn, and measured then. O(rows) when heights change. */
export function VirtualRows(props: VirtualRowsProps) {
  const { items, estimate, shape, reveal, label, head, columns, width, cells, mark, point } = props
  const frame = useRef<HTMLElement>(null)
  const [viewport, setViewport] = useState({ top: 0, height: 600 })
  const [measured, setMeasured] = useState(0)
  const heights = useMemo(() => new Float32Array(items.length).fill(estimate), [items, estimate, shape])
  const tops = useMemo(() => {
    const sums = new Float64Array(items.length + 1)
    for (let row = 0; row < items.length; row++) sums[row + 1] = sums[row] + heights[row]
    return sums
  }, [heights, measured])
  const latest = useRef({ heights, tops })
  latest.current = { heights, tops }
  const first = rowAt(tops, viewport.top - margin)
  const last = rowAt(tops, viewport.top + viewport.height + margin)
  const watch = useMemo(
    () =>
      new ResizeObserver((entries) => {
        const { heights, tops } = latest.current
        let above = 0
        let changed = false
        for (const { target } of entries) {
          const row = Number((target as HTMLElement).dataset.row)
          const height = (target as HTMLElement).offsetHeight
          if (!target.isConnected || row >= heights.length || height === 0 || Math.abs(heights[row] - height) < 1)
            continue
          // What lies above what is seen must not push it away.
          if (tops[row] < (frame.current?.scrollTop ?? 0)) above += height - heights[row]
          heights[row] = height
          changed = true
        }
        if (!changed) return
        setMeasured((times) => times + 1)
        if (above !== 0 && frame.current) frame.current.scrollTop += above
      }),
    [],
  )
  useEffect(() => () => watch.disconnect(), [])
  useLayoutEffect(() => {
    const { current } = frame
    if (!current) return
    // What scrolls can be reached with the keyboard, too.
    current.tabIndex = 0
    const look = () => setViewport({ top: current.scrollTop, height: current.clientHeight })
    const size = new ResizeObserver(look)
    size.observe(current)
    current.addEventListener('scroll', look, { passive: true })
    return () => {
      size.disconnect()
      current.removeEventListener('scroll', look)
    }
  }, [])
  useLayoutEffect(() => {
    if (frame.current) frame.current.scrollTop = 0
  }, [items])
  useLayoutEffect(() => {
    const row = reveal < 0 ? -1 : items.indexOf(reveal)
    const { current } = frame
    if (row < 0 || !current) return
    const [top, end] = [tops[row], tops[row + 1]]
    if (top < current.scrollTop || end > current.scrollTop + current.clientHeight - 40) current.scrollTop = top
  }, [reveal])
  const rows: ComponentChildren[] = []
  for (let row = first; row <= Math.min(last, items.length - 1); row++) {
    const item = items[row]
    rows.push(
      <MeasuredRow
        key={item}
        row={row}
        top={tops[row]}
        columns={columns}
        kind={mark(item)}
        watch={watch}
        point={() => point(item)}
      >
        {cells(item)}
      </MeasuredRow>,
    )
  }
  return (
    <section ref={frame} class="virtual" aria-label={label}>
      <table aria-rowcount={items.length + 1} style={{ '--sheet': width }}>
        <thead>
          <tr style={{ gridTemplateColumns: columns }}>{head}</tr>
        </thead>
        <tbody style={{ height: `${tops[items.length]}px` }}>{rows}</tbody>
      </table>
    </section>
  )
}

interface MeasuredRowProps {
  row: number
  top: number
  columns: string
  kind: string
  watch: ResizeObserver
  point(): void
  children: ComponentChildren
}

function MeasuredRow({ row, top, columns, kind, watch, point, children }: MeasuredRowProps) {
  const element = useRef<HTMLTableRowElement>(null)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    watch.observe(current)
    return () => watch.unobserve(current)
  }, [watch])
  return (
    <tr
      ref={element}
      class={kind}
      data-row={row}
      aria-rowindex={row + 2}
      style={{ transform: `translateY(${top}px)`, gridTemplateColumns: columns }}
      onPointerEnter={point}
    >
      {children}
    </tr>
  )
}

/** The row that lies at a height: the last that begins above it. */
function rowAt(tops: Float64Array, height: number): number {
  let [low, high] = [0, tops.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (tops[middle] <= height) low = middle
    else high = middle - 1
  }
  return low
}
