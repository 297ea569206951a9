import { type Canvas, draw } from './draw.ts'

/** The functions of Observable Plot, by name. Its own types ask for those of d3, which who uses this package need not have. */
// biome-ignore lint/suspicious/noExplicitAny: each takes and gives what Observable Plot says.
export type PlotFunctions = Readonly<Record<string, (...given: any[]) => any>>

/** As `draw`, for other packages: the same, without the types of Observable Plot. */
export const drawPlot: (canvas: Canvas, title: string, specify: (plot: PlotFunctions) => object) => Promise<string> = (
  canvas,
  title,
  specify,
) => draw(canvas, title, (plot) => specify(plot as never))
