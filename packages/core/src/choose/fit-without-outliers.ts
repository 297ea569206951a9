import { judgeSamples } from '../consensus/consensus.ts'
import { consensus } from '../consensus/method.ts'
import { InputError } from '../input-error.ts'
import { completeResult } from '../methods/complete-result.ts'
import type { OutlierReport } from '../methods/method.ts'
import { validateOptions } from '../methods/validate-options.ts'
import { Random } from '../numerics/random/random.ts'
import { drive } from '../runtime/drive.ts'
import type { Progress } from '../runtime/progress.ts'
import { rowRange } from '../runtime/ranks/row-range.ts'
import { mapProgress } from '../runtime/steps.ts'
import type { PreparedRows } from '../views/prepare-views.ts'
import { grouped } from '../words/index.ts'
import type { Clusters } from './cluster-range.ts'
import { type FitOptions, type FitResult, fitSamples } from './fit-samples.ts'
import { markOutliers, type Outliers } from './mark-outliers.ts'
import { rejoin, withoutMarked } from './set-aside.ts'

/** Fits the samples without outliers, which are told first; they are put back among the others, and `marks` has a 1 for each. */
export async function* fitWithoutOutliers(
  input: PreparedRows,
  outliers: Outliers,
  fitting: FitOptions,
): AsyncGenerator<Progress, FitResult & { marks: Uint8Array }> {
  const { rows, pace, work, told } = fitting
  const { outlierScores, duplicates, places, seen } = yield* judge(input, fitting)
  const outlierReport = { outlierScores, ...(duplicates ? { duplicates } : {}) }
  const marks = markOutliers(outlierScores, outliers, rows)
  if (!rows.allGather(marks).includes(1)) {
    const fitted = yield* fitSamples(input, fitting, seen)
    return { ...fitted, marks }
  }
  const others = yield* drive(withoutMarked(input, marks, rows, work.scratch), pace)
  try {
    refuseTooFew(rowRange(rows, input.samples).total, others.kept.length, fitting.clusters)
    const aside = { marks, kept: others.kept, places }
    const toldOfAll = (progress: Progress): Progress => {
      const step = told(progress)
      const { partition } = step
      if (!partition) return step
      const all = () => {
        const labels = partition()
        const clusters = 1 + labels.reduce((most, label) => Math.max(most, label), 0)
        return rejoin(completeResult({ labels, iterations: 0 }), aside, clusters, rows).labels
      }
      return { ...step, partition: all }
    }
    const { found, ...fitted } = yield* fitSamples(others.input, { ...fitting, told: toldOfAll })
    // A fit that was stopped has the partition that was told, which is of all samples already.
    const back = found.stopped ? found : rejoin(found, aside, fitted.clusters, rows)
    return { ...fitted, found: { ...back, ...outlierReport }, marks }
  } finally {
    others.remove()
  }
}

/** Tells outliers by the graphs of the default method, whatever the method: one that is drawn to outliers cannot tell them. */
async function* judge(
  input: PreparedRows,
  { method, seed, work, pace, told }: FitOptions,
): AsyncGenerator<Progress, OutlierReport> {
  const options = method === consensus ? work.options : validateOptions(consensus, {})
  const judging = judgeSamples(input, { ...work, options, random: new Random(seed) })
  const report = yield* drive(mapProgress(judging, told), pace, work.device ?? undefined)
  if (report) return report
  throw new InputError('needs at least 3 samples that differ, leave it out', {
    code: 'bad-option',
    argument: 'outliers',
  })
}

function refuseTooFew(samples: number, rest: number, clusters: Clusters): void {
  const most = typeof clusters === 'object' ? clusters.to : clusters
  if (most === 'auto' || most <= rest) return
  throw new InputError(
    `set ${grouped(samples - rest)} of ${grouped(samples)} samples aside, which leaves ${grouped(rest)} for ${most} clusters: give a smaller share`,
    { code: 'bad-option', argument: 'outliers', details: { samples, rest } },
  )
}
