import { type Clustering, type DenseView, type Explanation, explain, InputError, type SparseView } from 'manyview'
import { ProgressDisplay } from './screen/progress-display.ts'
import type { Screen } from './screen/screen.ts'

/** Explains a clustering with progress on the screen. */
export async function explainRun(
  views: Readonly<Record<string, DenseView | SparseView>>,
  clustering: Clustering,
  screen: Screen,
  quiet: boolean,
  signal: AbortSignal,
): Promise<Explanation> {
  const progress = new ProgressDisplay(screen, quiet)
  // Rows are matched already; leaving the ids out saves matching them again.
  const matched = Object.fromEntries(Object.entries(views).map(([name, view]) => [name, { ...view, ids: undefined }]))
  try {
    return await explain(matched, clustering, { signal, onProgress: (step) => progress.show(step) })
  } finally {
    progress.end()
  }
}

/** The same after a fit: whatever goes wrong here, or an interrupt, costs the report and never the labels. */
export async function tryToExplain(
  ...given: Parameters<typeof explainRun>
): Promise<{ explanation: Explanation | null; warnings: string[] }> {
  const signal = given[4]
  try {
    return { explanation: await explainRun(...given), warnings: [] }
  } catch (error) {
    if (signal.aborted) return { explanation: null, warnings: [] }
    const reason = error instanceof InputError || error instanceof RangeError ? error.message : String(error)
    return { explanation: null, warnings: [`there is no map and no features in the report: ${reason}`] }
  }
}
