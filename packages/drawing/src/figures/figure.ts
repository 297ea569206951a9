import { InputError } from '@manyview/core'
import type { StoredClustering } from '@manyview/formats'
import { agreementFigure } from './agreement-figure.ts'
import { choiceFigure } from './choice-figure.ts'
import { confusionFigure } from './confusion-figure.ts'
import { convergenceFigure, hasCurve } from './convergence-figure.ts'
import type { Canvas } from './draw.ts'
import { featuresFigure } from './features-figure.ts'
import { mapFigure } from './map-figure.ts'
import { outliersFigure } from './outliers-figure.ts'
import { sizesFigure } from './sizes-figure.ts'
import { supportFigure } from './support-figure.ts'
import { survivalFigure } from './survival-figure.ts'
import { treeFigure } from './tree-figure.ts'

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

/** One figure of a clustering as SVG; `cluster` is for `features`. What the clustering does not hold (no map, no labels, no history) gives an InputError that says so. */
export function drawFigure(name: FigureName, stored: StoredClustering, canvas: Canvas, cluster = 0): Promise<string> {
  const { record, truth, explanation } = stored
  const missing = (what: string) =>
    new InputError(`needs ${what}`, { code: 'no-figure', argument: `figure ${name}`, details: { figure: name } })
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
      if (!survival)
        throw missing(
          'times and events: fit again with --metadata, and name them with --kind COLUMN=time and --kind COLUMN=event',
        )
      return survivalFigure(survival, canvas, record.names)
    }
  }
  if (!explanation)
    throw missing('an explanation, which was not made: give the data with --views, or fit without --write none')
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
