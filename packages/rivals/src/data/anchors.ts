import type { Matrix } from '@manyview/core'

/**
 * Samples that stand for all, by variance and de-correlation (VDA): first the sample whose features, all views (n×d_v) side by side, vary most; then
 * again and again the most varied one after samples of similar variance to the last pick are damped. Gives `count` ≤ n sample numbers in the
 * order in which they were picked; ties, and samples without any variance left, by lowest number. O(n·d + n·count). Source: Xia et al., TBGL, TPAMI 2023.
 */
export function anchors(views: readonly Matrix[], count: number): Int32Array {
  const scores = varianceAcrossFeatures(views)
  const picked = new Uint8Array(scores.length)
  const order = new Int32Array(count)
  divideByLargest(scores)
  for (let step = 0; step < count; step++) {
    const pick = bestLeft(scores, picked)
    picked[pick] = 1
    order[step] = pick
    const variance = scores[pick]
    // Similarity 1/(1 + √|difference|) is 1 at the pick itself, so its score becomes 0.
    for (let j = 0; j < scores.length; j++) scores[j] *= 1 - 1 / (1 + Math.sqrt(Math.abs(variance - scores[j])))
    divideByLargest(scores)
  }
  return order
}

function varianceAcrossFeatures(views: readonly Matrix[]): Float64Array {
  const features = views.reduce((sum, view) => sum + view.columns, 0)
  return Float64Array.from({ length: views[0].rows }, (_, i) => {
    let sum = 0
    for (const { columns, data } of views) for (let j = 0; j < columns; j++) sum += data[i * columns + j]
    const mean = sum / features
    let square = 0
    for (const { columns, data } of views)
      for (let j = 0; j < columns; j++) square += (data[i * columns + j] - mean) * (data[i * columns + j] - mean)
    return square / Math.max(features - 1, 1)
  })
}

function divideByLargest(scores: Float64Array): void {
  const largest = scores.reduce((high, score) => Math.max(high, score), 0)
  if (largest > 0) for (let j = 0; j < scores.length; j++) scores[j] /= largest
}

function bestLeft(scores: Float64Array, picked: Uint8Array): number {
  let best = -1
  for (let j = 0; j < scores.length; j++) if (!picked[j] && (best < 0 || scores[j] > scores[best])) best = j
  return best
}
