import { defineMapElement } from './map-element.ts'

export { drawMap } from './draw-map.ts'

// One file for pages without a bundler: loading it is enough.
defineMapElement()
