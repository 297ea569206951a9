import { type Canvas, onPaper, pageTheme, theme } from '@manyview/drawing'
import { canvas } from '../../figures/canvas.ts'

/** One figure twice: in the colours of the page that holds it, and on light paper for a file. */
export async function bothThemes(
  draw: (canvas: Canvas) => Promise<string>,
  width = 460,
): Promise<{ page: string; paper: string }> {
  const light = theme(false, 100)
  // The page has no variables for clusters: those colours are fixed ones that read on both grounds.
  const page = await draw(canvas({ ...pageTheme, cluster: light.cluster }, width))
  return { page, paper: onPaper(await draw(canvas(light, width)), light) }
}
