import { InputError } from '@manyview/core'
import { drawFigure, figureNames, onPaper, theme } from '@manyview/drawing'
import { exportedClustering } from '../state/export-files.ts'
import type { Run } from '../state/run.ts'
import { runColours } from '../state/run-colours.ts'

const width = 900

/** Every figure that a run has, as SVG by file name, in the colours of the page; `features` once per cluster. */
export async function allFigures(run: Run, dark: boolean): Promise<Record<string, string>> {
  const stored = exportedClustering(run)
  const { clusters } = stored.record
  const colours = runColours(run, dark)
  const colour = { ...theme(dark, clusters), cluster: (cluster: number) => colours[cluster] }
  const canvas = { theme: colour, width, document: () => document }
  const files: Record<string, string> = {}
  for (const name of figureNames)
    for (let cluster = 0; cluster < (name === 'features' ? clusters : 1); cluster++) {
      const svg = await drawnOrNot(() => drawFigure(name, stored, canvas, cluster))
      const file = name === 'features' ? `features-${cluster}` : name
      if (svg) files[`figures/${file}.svg`] = onPaper(svg, colour)
    }
  return files
}

/** Null where a run has no such figure. */
async function drawnOrNot(draw: () => Promise<string>): Promise<string | null> {
  try {
    return await draw()
  } catch (error) {
    if (error instanceof InputError && error.code === 'no-figure') return null
    throw error
  }
}
