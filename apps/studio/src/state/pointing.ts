import { effect, signal } from '@preact/signals'
import { chosenRun, tab } from './session.ts'

/** What the dots are coloured by. */
export type Colouring =
  | { by: 'cluster' }
  | { by: 'label' }
  | { by: 'confidence' }
  | { by: 'feature'; view: string; feature: number }
  | { by: 'view'; view: string }
  | { by: 'outlier' }
  | { by: 'cut'; clusters: number }
  | { by: 'column'; name: string }

/** The sample that is pointed at, on whichever map or list; −1: none. */
export const hovered = signal(-1)
/** The samples that are selected. */
export const selected = signal<readonly number[]>([])
/** What a new selection does to the old one. */
export const selecting = signal<'replace' | 'add' | 'subtract'>('replace')
/** The one cluster that is seen alone. */
export const only = signal<number | null>(null)
/** What the dots are coloured by. */
export const colouring = signal<Colouring>({ by: 'cluster' })
/** A sample that the map is to fly to, −1 to show everything; a new object flies again. */
export const flight = signal<{ sample: number } | null>(null)

/** The part of the map that is looked at; null: all of it. */
export const camera = signal<{ x: number; y: number; scale: number } | null>(null)

// Samples of another run are others.
effect(() => {
  chosenRun.value
  hovered.value = -1
  selected.value = []
  only.value = null
  flight.value = null
  camera.value = null
  colouring.value = { by: 'cluster' }
})

/** Selects samples as `selecting` says. */
export function select(samples: readonly number[], how = selecting.value): void {
  const before = new Set(selected.value)
  only.value = null
  if (how === 'replace') selected.value = samples
  else if (how === 'add') selected.value = [...before, ...samples.filter((sample) => !before.has(sample))]
  else {
    const gone = new Set(samples)
    selected.value = selected.value.filter((sample) => !gone.has(sample))
  }
}

/** Selects samples and shows them on the whole map. */
export function selectOnMap(samples: readonly number[]): void {
  select(samples, 'replace')
  flight.value = { sample: -1 }
  tab.value = 'map'
}

/** Shows one sample on the map: selects it and brings it into the middle. */
export function flyTo(sample: number): void {
  selectOnMap([sample])
  flight.value = { sample }
}

/** Colours the map by a feature, and shows it. */
export function colourByFeature(view: string, feature: number): void {
  colouring.value = { by: 'feature', view, feature }
  tab.value = 'map'
}
