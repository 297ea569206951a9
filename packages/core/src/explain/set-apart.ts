import { complete, drive, type PaceOptions } from '../runtime/drive.ts'
import { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import { singleProcess } from '../runtime/ranks/single-process.ts'
import type { AnyViews } from '../views/blocked-view.ts'
import { prepareRows } from '../views/prepare-views.ts'
import { distinguishingFeatures, type FeatureEffect } from './distinguishing-features.ts'

/** Features of each view that set some samples (`inside`: their places) apart from all others, strongest first, at most `count`; as `explain` finds them for clusters. */
export async function setApart(
  views: AnyViews,
  inside: readonly number[],
  count = 6,
  options: PaceOptions = {},
): Promise<Record<string, FeatureEffect[]>> {
  return complete(drive(apart(await Kernels.load(), views, inside, count), options))
}

function* apart(
  kernels: Kernels,
  given: AnyViews,
  inside: readonly number[],
  count: number,
): Generator<Progress, Record<string, FeatureEffect[]>> {
  const { views, samples } = yield* prepareRows(given, { missing: 'refuse', ranks: singleProcess })
  const labels = new Int32Array(samples).fill(1)
  for (const sample of inside) labels[sample] = 0
  const found: [string, FeatureEffect[]][] = []
  for (const view of views) {
    const [first] = yield* distinguishingFeatures(kernels, view, labels, 2, count)
    found.push([view.name, first])
  }
  return Object.fromEntries(found)
}
