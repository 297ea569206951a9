import { type MapText, MapView } from '@manyview/drawing/map'
import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { camera, hovered, select } from '../state/pointing.ts'
import type { Coloured } from './map-colours.ts'

export interface MapFrameProps {
  map: Float64Array
  coloured: Pick<Coloured, 'colours' | 'order'>
  texts?: readonly (MapText & { faint?: boolean })[]
  ringed: readonly number[]
  label: string
  /** The tools that lie over the top of the map. */
  tools?: RefObject<HTMLElement | null>
  /** One of several on the page: every drag is a lasso. */
  small?: boolean
  lasso?: boolean
  /** What lies over the map; it is given once the map is there, and again when it moves. */
  children?(view: MapView): ComponentChildren
  onKeyDown?(event: KeyboardEvent): void
  /** Hears which text on the map was clicked. */
  onText?(text: number): void
  /** Hears when a map is drawn. */
  onDrawn?(view: MapView): void
}

const noTexts: NonNullable<MapFrameProps['texts']> = []

/** A map of samples. What is pointed at or selected on one is so on all. */
export function MapFrame({
  map,
  coloured,
  texts = noTexts,
  ringed,
  label,
  tools,
  small,
  lasso,
  children,
  onKeyDown,
  onText,
  onDrawn,
}: MapFrameProps) {
  const frame = useRef<HTMLDivElement>(null)
  const view = useRef<MapView | null>(null)
  const [, redraw] = useState(0)
  // The map shows all of itself first, which is not where anybody looked.
  const isPlaced = useRef(false)
  useEffect(() => {
    const mapView = new MapView(
      frame.current!,
      {
        onPoint: (sample) => {
          hovered.value = sample
        },
        onPick: (sample) => select([sample]),
        onSelect: (samples) => select(samples),
        onText,
        onMove:
          children &&
          (() => {
            redraw((times) => times + 1)
            if (isPlaced.current) camera.value = view.current!.isWhole ? null : view.current!.camera
          }),
      },
      { small, scrolls: small },
    )
    view.current = mapView
    redraw((times) => times + 1)
    return () => mapView.end()
  }, [])
  // The tools take one line or two, as there is room.
  useEffect(() => {
    if (tools?.current) view.current!.above = tools.current.offsetTop + tools.current.offsetHeight
  })
  useEffect(() => {
    view.current?.setDots({ map, ...coloured })
    if (!small && !isPlaced.current && camera.peek()) view.current?.show(camera.peek()!)
    isPlaced.current = true
  }, [map, coloured])
  useEffect(() => view.current?.setMarks({ texts, ringed }), [texts, ringed])
  useEffect(() => onDrawn?.(view.current!), [map])
  const pointed = hovered.value
  useEffect(() => view.current?.mark(pointed), [pointed])
  useEffect(() => {
    if (view.current && !small) view.current.lassoing = lasso === true
  }, [lasso])
  const attributes = small
    ? { role: 'img' as const, 'aria-label': label }
    : { role: 'application' as const, 'aria-label': label, tabIndex: 0, onKeyDown }
  return (
    <div ref={frame} class={`${small ? 'small-map' : 'map'}${lasso ? ' lassoing' : ''}`} {...attributes}>
      {view.current && children?.(view.current)}
    </div>
  )
}
