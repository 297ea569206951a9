import { InputError } from '@manyview/core'
import {
  agreementFigure,
  choiceFigure,
  confusionFigure,
  convergenceFigure,
  featuresFigure,
  hasCurve,
  mapFigure,
  onPaper,
  outliersFigure,
  sizesFigure,
  supportFigure,
  survivalFigure,
  theme,
  treeFigure,
} from '@manyview/drawing'
import type { StoredClustering } from '@manyview/formats'
import { canvas as blank } from './canvas.ts'

/** The figures that can be drawn of a clustering. */
export const figureNames = [
  'map',
  'sizes',
  'support',
  'agreement',
  'choice',
  'convergence',
  'confusion',
  'features',
  'survival',
  'tree',
  'outliers',
] as const
export type FigureName = (typeof figureNames)[number]

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
  const { record, truth, explanation } = stored
  if (!(Number.isInteger(width) && width >= 200 && width <= 4000))
    throw new InputError(`is ${width}, give a whole number from 200 to 4000`, { code: 'bad-option', argument: 'width' })
  if (!(Number.isInteger(cluster) && cluster >= 0 && cluster < record.clusters))
    throw new InputError(`is ${cluster}, give a cluster from 0 to ${record.clusters - 1}`, {
      code: 'bad-option',
      argument: 'cluster',
    })
  const missing = (what: string) =>
    new InputError(`needs ${what}`, { code: 'no-figure', argument: `figure ${name}`, details: { figure: name } })
  const canvas = blank(theme(dark, record.clusters), width)
  const drawn = () => {
    switch (name) {
      case 'sizes':
        return sizesFigure(record.sizes, canvas)
      case 'choice':
        if (!record.choice) throw missing('a number of clusters that was chosen: fit again with --clusters auto')
        return choiceFigure(record.choice, canvas)
      case 'convergence':
        if (!hasCurve(record)) throw missing(`a history, which ${record.method} does not leave`)
        return convergenceFigure(record, canvas)
      case 'tree':
        if (!stored.tree || record.clusters < 2)
          throw missing('a tree of 2 or more clusters: fit again with the method consensus')
        return treeFigure(stored, canvas)
      case 'outliers':
        if (!stored.outlierScores) throw missing(`outlier scores, which ${record.method} does not give`)
        return outliersFigure(stored, canvas)
      case 'confusion':
        if (!truth) throw missing('true labels, which were not given: fit again with --labels')
        return confusionFigure(stored, canvas)
      case 'survival': {
        const survival = record.associations?.associations.find((each) => each.kind === 'survival')
        if (!survival) throw missing('times and events: fit again with --metadata and --survival')
        return survivalFigure(survival, canvas)
      }
    }
    if (!explanation)
      throw missing('an explanation, which was not made: give the data with --views, or fit without --no-report')
    switch (name) {
      case 'map':
        return mapFigure(stored, canvas)
      case 'support':
        return supportFigure(stored, canvas)
      case 'agreement':
        return agreementFigure(stored, canvas)
      case 'features':
        return featuresFigure(stored, cluster, canvas)
    }
  }
  return onPaper(await drawn(), canvas.theme)
}
