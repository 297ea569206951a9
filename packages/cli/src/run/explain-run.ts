import {
  areBlocked,
  type BlockedView,
  type Clustering,
  type Communicator,
  type DenseView,
  type Explanation,
  explain,
  explainOverRanks,
  InputError,
  type PaceOptions,
  type Scratch,
  type SparseView,
} from '@manyview/core'
import { ProgressDisplay } from '../screen/progress-display.ts'
import type { Screen } from '../screen/screen.ts'

type HeldViews = Readonly<Record<string, DenseView | SparseView>>

/** What came of an attempt to explain. */
export interface Explained {
  explanation: Explanation | null
  warnings: string[]
}

/** Explains a clustering with progress on the screen; `scratch` for views that are read in blocks. */
export async function explainRun(
  views: HeldViews | Readonly<Record<string, BlockedView>>,
  clustering: Clustering,
  screen: Screen,
  quiet: boolean,
  signal: AbortSignal,
  scratch?: Scratch,
): Promise<Explanation> {
  const matched = areBlocked(views) ? views : withoutIds(views)
  return withProgress(screen, quiet, signal, (pace) => explain(matched, clustering, { ...pace, scratch }))
}

/** The same after a fit: whatever goes wrong here, or an interrupt, costs the report and never the labels. */
export async function tryToExplain(...given: Parameters<typeof explainRun>): Promise<Explained> {
  const signal = given[4]
  try {
    return { explanation: await explainRun(...given), warnings: [] }
  } catch (error) {
    if (signal.aborted) return { explanation: null, warnings: [] }
    const reason = error instanceof InputError || error instanceof RangeError ? error.message : String(error)
    return { explanation: null, warnings: [`there is no map and no features in the report: ${reason}`] }
  }
}

/**
 * The same by ranks that hold their own samples only: the first, which has the clustering of all, gets the explanation, the others none. What goes wrong here ends
 * the job, since the others would wait: labels are to be written before.
 */
export async function explainOnRanks(
  communicator: Communicator,
  views: HeldViews,
  clustering: Clustering,
  screen: Screen,
  quiet: boolean,
  signal: AbortSignal,
): Promise<Explained> {
  const explanation = await withProgress(screen, quiet, signal, (pace) =>
    explainOverRanks(withoutIds(views), clustering, communicator, pace),
  )
  return { explanation, warnings: [] }
}

/** Rows are matched already; leaving the ids out saves matching them again. */
function withoutIds(views: HeldViews): HeldViews {
  return Object.fromEntries(Object.entries(views).map(([name, view]) => [name, { ...view, ids: undefined }]))
}

async function withProgress<T>(
  screen: Screen,
  quiet: boolean,
  signal: AbortSignal,
  run: (pace: PaceOptions) => Promise<T>,
): Promise<T> {
  const progress = new ProgressDisplay(screen, quiet)
  try {
    return await run({ signal, onProgress: (step) => progress.show(step) })
  } finally {
    progress.end()
  }
}
