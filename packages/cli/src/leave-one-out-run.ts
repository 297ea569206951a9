import { type Clustering, InputError, type LeftOut, leaveOneOut, Random } from 'manyview'
import type { Run } from './run-clustering.ts'
import { reorderSamples } from './sample-order.ts'
import { printable } from './screen/printable.ts'
import { ProgressDisplay } from './screen/progress-display.ts'
import type { Screen } from './screen/screen.ts'

/** Refuses `--leave-one-out` where there is nothing to leave out, before anything is fitted. */
export function checkLeaveOneOut(asked: boolean | undefined, views: number): void {
  if (asked && views < 2)
    throw new InputError('needs two views or more but there is one, leave the flag out', {
      code: 'bad-option',
      argument: '--leave-one-out',
    })
}

/** Fits without each view in turn, in the order of the run, and prints a line for each. An interrupt ends it: what is done stays. */
export async function leaveOneOutRun(
  run: Run,
  clustering: Clustering,
  screen: Screen,
  { talk, quiet }: { talk: boolean; quiet: boolean },
  signal: AbortSignal,
): Promise<LeftOut[]> {
  const samples = clustering.labels.length
  const order = run.shuffle === null ? null : new Random(run.shuffle).permutation(samples)
  const views = Object.entries(run.views).map(
    ([name, view]) => [name, order ? reorderSamples(view, order) : { ...view, ids: undefined }] as const,
  )
  const done: LeftOut[] = []
  const progress = new ProgressDisplay(screen, quiet)
  if (talk) {
    screen.line()
    screen.line(`  ${screen.colours.bold('without')} each view in turn (1: the same clusters)`)
  }
  try {
    await leaveOneOut(Object.fromEntries(views), order ? reordered(clustering, order) : clustering, {
      truth: run.truth ? Array.from(order ?? run.truth.keys(), (i) => run.truth![i]) : undefined,
      threads: run.threads,
      memoryLimit: run.memoryLimit,
      signal,
      onProgress: (step) => progress.show(step),
      onView: (found) => {
        done.push(found)
        progress.end()
        if (talk) screen.line(`  ${withoutLine(found)}`)
      },
    })
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    progress.end()
  }
  return done
}

/** `without words: ARI 0.71, NMI 0.75, confidence −0.10, ACC 0.84 (−0.05)`. */
function withoutLine({ view, ari, nmi, confidenceChange, scores, scoreChange, problem }: LeftOut): string {
  const name = `without ${printable(view)}:`
  if (ari === null || nmi === null) return `${name} ${printable(problem ?? 'not measured')}`
  const parts = [`ARI ${number(ari)}`, `NMI ${number(nmi)}`]
  if (confidenceChange !== null) parts.push(`confidence ${change(confidenceChange)}`)
  if (scores && scoreChange) {
    parts.push(`ACC ${number(scores.acc)} (${change(scoreChange.acc)})`)
    parts.push(`NMI to the labels ${number(scores.nmi)} (${change(scoreChange.nmi)})`)
  }
  return `${name} ${parts.join(', ')}`
}

const number = (value: number) => value.toFixed(2).replace('-', '−')
const change = (value: number) => (value >= 0.005 ? `+${number(value)}` : number(value).replace('−0.00', '0.00'))

function reordered(clustering: Clustering, order: Uint32Array): Clustering {
  const { labels, confidence } = clustering
  return {
    ...clustering,
    labels: Int32Array.from(order, (i) => labels[i]),
    confidence: confidence && Float64Array.from(order, (i) => confidence[i]),
  }
}
