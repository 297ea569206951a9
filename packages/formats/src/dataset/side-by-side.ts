import type { DenseView } from '@manyview/core'
import type { ShapedView } from '@manyview/core/numerics'
import type { Ranks } from '@manyview/core/runtime'
import type { DatasetView } from './findings.ts'
import { isHeld } from './rows/take-samples.ts'

/** Says which dense views in memory are two others side by side, so that those count twice. O(entries) where the numbers of features add up. Collective. */
export function sideBySideWarnings(views: readonly DatasetView<ShapedView>[], ranks: Ranks): string[] {
  const warnings: string[] = []
  // Thousands of files may come as views: only those that fit are looked at.
  const byFeatures = new Map<number, DatasetView<ShapedView>[]>()
  for (const one of views) {
    const same = byFeatures.get(one.view.features)
    if (same) same.push(one)
    else byFeatures.set(one.view.features, [one])
  }
  for (const whole of views)
    for (const left of views)
      for (const right of byFeatures.get(whole.view.features - left.view.features) ?? []) {
        if (left === right) continue
        const differing = Float64Array.of(Number(!isSideBySide(whole.view, left.view, right.view)))
        ranks.allReduceSum(differing)
        if (differing[0] > 0) continue
        const others = views.flatMap(({ name }) => (name === whole.name ? [] : [name]))
        warnings.push(
          `${whole.name} is ${left.name} and ${right.name} side by side, so that their features count twice; --views ${others.join()} leaves it out`,
        )
      }
  return warnings
}

function isSideBySide(whole: ShapedView, left: ShapedView, right: ShapedView): boolean {
  if (![whole, left, right].every(isDense)) return false
  const [a, b, c] = [left, right, whole] as [DenseView, DenseView, DenseView]
  for (let i = 0; i < c.samples; i++) {
    for (let j = 0; j < a.features; j++)
      if (!Object.is(c.data[i * c.features + j], a.data[i * a.features + j])) return false
    for (let j = 0; j < b.features; j++)
      if (!Object.is(c.data[i * c.features + a.features + j], b.data[i * b.features + j])) return false
  }
  return true
}

function isDense(view: ShapedView): boolean {
  return isHeld(view) && !('pointers' in view)
}
