import { type Clustering, type Explanation, explain, InputError } from '@manyview/core'
import type { ShapedView } from '@manyview/core/numerics'
import type { Ranks, Scratch } from '@manyview/core/runtime'
import { ProgressDisplay } from '../screen/progress-display.ts'
import type { Screen } from '../screen/screen.ts'

/** What came of an attempt to explain. */
export interface Explained {
  explanation: Explanation | null
  warnings: string[]
}

/** What is to be explained. */
interface Explaining {
  views: Readonly<Record<string, ShapedView>>
  clustering: Clustering
  /** Ranks that have their own samples each: the first, which has the clustering of all, gets the explanation, the others null. */
  ranks?: Ranks
  /** For views that are read in blocks. */
  scratch?: Scratch
  /** Threads to use, default all. */
  threads?: number
}

/** Explains a clustering with progress on the screen. What goes wrong on one of several ranks ends the job, since the others would wait: labels are to be written before. */
export async function explainRun(
  { views, clustering, ranks, scratch, threads }: Explaining,
  screen: Screen,
  quiet: boolean,
  signal: AbortSignal,
): Promise<Explanation | null> {
  // Rows are matched already; leaving the ids out saves matching them again.
  const viewsWithoutIds = Object.fromEntries(
    Object.entries(views).map(([name, view]) => [name, { ...view, ids: undefined }]),
  )
  const progress = new ProgressDisplay(screen, quiet)
  try {
    const onProgress = progress.show.bind(progress)
    return await explain(viewsWithoutIds, clustering, { ranks, scratch, threads, signal, onProgress })
  } finally {
    progress.end()
  }
}

/** The same after a fit in one process: whatever goes wrong here, or an interrupt, costs the report and never the labels. */
export async function tryToExplain(...given: Parameters<typeof explainRun>): Promise<Explained> {
  const signal = given[3]
  try {
    return { explanation: await explainRun(...given), warnings: [] }
  } catch (error) {
    if (signal.aborted) return { explanation: null, warnings: [] }
    const reason = error instanceof InputError || error instanceof RangeError ? error.message : String(error)
    return { explanation: null, warnings: [`there is no map and no features in the report: ${reason}`] }
  }
}
