import { type Clustering, InputError, type LeftOut, leaveOneOut } from '@manyview/core'
import { fixed, signed } from '@manyview/core/words'
import { findMethod } from '@manyview/rivals'
import { printable } from '../screen/printable.ts'
import { ProgressDisplay } from '../screen/progress-display.ts'
import type { Screen } from '../screen/screen.ts'
import { type Run, ranksOfSamples, viewsInOrder } from './run-clustering.ts'
import { shuffledOrder } from './sample-order.ts'

/** Refuses `--leave-one-out` where there is nothing to leave out, before anything is fitted. */
export function checkLeaveOneOut(asked: boolean | undefined, views: number): void {
  if (asked && views < 2)
    throw new InputError('needs two views or more but there is one, leave the flag out', {
      code: 'bad-option',
      argument: '--leave-one-out',
    })
}

/**
 * Fits without each view in turn, in the order of the run, and prints a row for each. An interrupt ends it: what is done stays. Ranks that have their own samples do it together; the first has the
 * clustering of all.
 */
export async function leaveOneOutRun(
  run: Run,
  clustering: Clustering,
  screen: Screen,
  { talk, quiet }: { talk: boolean; quiet: boolean },
  signal: AbortSignal,
): Promise<LeftOut[]> {
  const ranks = ranksOfSamples(run)
  const order = shuffledOrder(run.shuffle, Object.values(run.views)[0].samples, ranks)
  const views = viewsInOrder(run, order)
  const done: LeftOut[] = []
  const width = Math.max(7, ...Object.keys(views).map((name) => printable(name).length))
  const progress = new ProgressDisplay(screen, quiet)
  if (talk) {
    screen.line()
    screen.line(`  ${screen.colours.bold('without each view in turn')}, ARI and NMI to the clusters of all views`)
    const heads = `${'without'.padEnd(width)}    ARI    NMI  confidence${run.truth ? `${'ACC'.padStart(15)}${'NMI'.padStart(15)}` : ''}`
    screen.line(`  ${screen.colours.dim(heads)}`)
  }
  try {
    await leaveOneOut(views, order && ranks.rank === 0 ? reordered(clustering, order) : clustering, {
      truth: run.truth ? Array.from(order ?? run.truth.keys(), (i) => run.truth![i]) : undefined,
      method: findMethod(run.method),
      threads: run.threads,
      memory: run.memoryLimit,
      ranks,
      scratch: run.scratch,
      outliers: run.outliers,
      signal,
      onProgress: (step) => progress.show(step),
      onView: (found) => {
        done.push(found)
        progress.end()
        if (talk) screen.line(`  ${row(found, width)}`)
      },
    })
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    progress.end()
  }
  return done
}

/** `words    0.71  0.75  −0.10  0.84 (−0.05)  0.79 (−0.02)` under the heads. */
function row({ view, ari, nmi, confidenceChange, scores, scoreChange, problem }: LeftOut, width: number): string {
  const name = printable(view).padEnd(width)
  if (ari === null || nmi === null) return `${name}  ${printable(problem ?? 'not measured')}`
  const cells = [fixed(ari, 2).padStart(5), fixed(nmi, 2).padStart(5)]
  cells.push((confidenceChange === null ? '–' : signed(confidenceChange, 2)).padStart(10))
  if (scores && scoreChange)
    for (const key of ['acc', 'nmi'] as const)
      cells.push(`${fixed(scores[key], 2)} (${signed(scoreChange[key], 2)})`.padStart(13))
  return `${name}  ${cells.join('  ')}`
}

function reordered(clustering: Clustering, order: Uint32Array): Clustering {
  const { labels, confidence } = clustering
  return {
    ...clustering,
    labels: Int32Array.from(order, (i) => labels[i]),
    confidence: confidence && Float64Array.from(order, (i) => confidence[i]),
  }
}
