import { type Filter, filters } from './filters.ts'
import { type Colouring, camera, colouring } from './pointing.ts'

/** How a result is looked at, as plain data: it travels with report.html. */
export interface PageState {
  camera: { x: number; y: number; scale: number } | null
  colouring: Colouring
  filters: Record<string, { low: number; high: number } | { levels: number[] }>
}

export function pageState(): PageState {
  const plain = Object.entries(filters.value).map(([name, filter]) => [
    name,
    'levels' in filter ? { levels: [...filter.levels] } : filter,
  ])
  return { camera: camera.value, colouring: colouring.value, filters: Object.fromEntries(plain) }
}

/** Looks at the shown result as a report says; what does not fit is left out. */
export function restorePageState(state: Partial<PageState> | undefined): void {
  const { camera: place, colouring: by, filters: given } = state ?? {}
  if (place && [place.x, place.y, place.scale].every(Number.isFinite)) camera.value = place
  if (typeof by?.by === 'string') colouring.value = by
  const entries = Object.entries(given ?? {}).flatMap(([name, filter]): [string, Filter][] => {
    if ('levels' in filter) return [[name, { levels: new Set(filter.levels.map(Number)) }]]
    return Number.isFinite(filter.low) && Number.isFinite(filter.high) ? [[name, filter]] : []
  })
  if (entries.length > 0) filters.value = Object.fromEntries(entries)
}
