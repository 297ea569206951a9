import { InputError } from '@manyview/core'
import type { FigureName } from '@manyview/drawing'
import type { StoredClustering } from '@manyview/formats'
import { canvas as blank } from './canvas.ts'

export interface FigureOptions {
  /** Pixels; default 720, from 200 to 4000. */
  width?: number
  /** On a dark ground; default false. */
  dark?: boolean
  /** For `features`; default 0. */
  cluster?: number
}

/** One figure of a clustering as SVG. What the clustering does not hold (no map, no labels, no history) gives an InputError that says so. */
export async function figure(name: FigureName, stored: StoredClustering, options: FigureOptions = {}): Promise<string> {
  const { width = 720, dark = false, cluster = 0 } = options
  const { record } = stored
  if (!(Number.isInteger(width) && width >= 200 && width <= 4000))
    throw new InputError(`is ${width}, give a whole number from 200 to 4000`, { code: 'bad-option', argument: 'width' })
  if (!(Number.isInteger(cluster) && cluster >= 0 && cluster < record.clusters))
    throw new InputError(`is ${cluster}, give a cluster from 0 to ${record.clusters - 1}`, {
      code: 'bad-option',
      argument: 'cluster',
    })
  const { drawFigure, onPaper, theme } = await import('@manyview/drawing')
  const canvas = blank(theme(dark, record.clusters), width)
  return onPaper(await drawFigure(name, stored, canvas, cluster), canvas.theme)
}
