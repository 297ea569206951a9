import { drawMap } from './draw-map.ts'

// The map as a widget of a notebook, by the conventions of anywidget: what it shows lies in a model that Python shares.

/** What the notebook gives: values by name, and who hears of changes. */
interface Model {
  get(name: string): unknown
  set(name: string, value: unknown): void
  save_changes(): void
  on(event: string, listener: () => void): void
  off(event: string, listener: () => void): void
}

export { drawMap }

/** Draws the model's clustering in an element; gives what takes it away. */
function render({ model, el }: { model: Model; el: HTMLElement }): () => void {
  const place = document.createElement('div')
  el.append(place)
  const map = drawMap(place, model.get('clustering') as string, {
    onSelect(ids) {
      model.set('selection', ids)
      model.save_changes()
    },
  })
  const adopt = {
    names: () => {
      map.names = model.get('names') as string[]
    },
    colours: () => {
      const colours = model.get('colours') as string[]
      if (colours.length > 0) map.colours = colours
    },
    colour_by: () => {
      map.colourBy = model.get('colour_by') as string
    },
    selection: () => {
      map.selection = model.get('selection') as string[]
    },
  }
  for (const [name, take] of Object.entries(adopt)) {
    take()
    model.on(`change:${name}`, take)
  }
  return () => {
    for (const [name, take] of Object.entries(adopt)) model.off(`change:${name}`, take)
    map.end()
    place.remove()
  }
}

export default { render }
