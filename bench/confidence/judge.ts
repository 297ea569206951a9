import { accuracy, encodeLabels } from '@manyview/core/metrics'
import { bestAssignment } from '../../packages/core/src/metrics/best-assignment.ts'
import { contingency } from '../../packages/core/src/metrics/contingency.ts'

/** How right the labels are where the method was sure and where it was not. */
export interface Judged {
  accuracy: number
  /** Accuracy of the half with the higher confidence, and of the other. */
  surer: number
  lessSure: number
  /** Mean confidence. */
  confidence: number
  /** Ten bins of confidence, 0 … 0.1 first: how many samples, their mean confidence and how many of them are right. */
  bins: { samples: number; confidence: number; right: number }[]
  /** Mean distance of a bin's confidence from its share of right samples, by samples. */
  distance: number
}

/** Compares labels (n) with the true classes, each cluster standing for the class that suits all clusters best, against the confidence (n). */
export function judge(truth: readonly string[], labels: Int32Array, confidence: Float64Array): Judged {
  const right = rightSamples(truth, labels)
  const share = (samples: readonly number[]) => samples.filter((i) => right[i]).length / samples.length
  const order = Array.from(labels.keys()).sort((a, b) => confidence[b] - confidence[a] || a - b)
  const half = Math.floor(order.length / 2)
  const bins = Array.from({ length: 10 }, () => ({ samples: 0, confidence: 0, right: 0 }))
  confidence.forEach((value, i) => {
    const bin = bins[Math.min(9, Math.floor(10 * value))]
    bin.samples++
    bin.confidence += value
    bin.right += Number(right[i])
  })
  const meanBins = bins.map((bin) => ({ ...bin, confidence: bin.samples > 0 ? bin.confidence / bin.samples : 0 }))
  return {
    accuracy: accuracy(truth, labels),
    surer: share(order.slice(0, half)),
    lessSure: share(order.slice(half)),
    confidence: confidence.reduce((sum, value) => sum + value, 0) / confidence.length,
    bins: meanBins,
    distance:
      meanBins.reduce((sum, bin) => sum + Math.abs(bin.samples * bin.confidence - bin.right), 0) / confidence.length,
  }
}

function rightSamples(truth: readonly string[], labels: Int32Array): boolean[] {
  const { rows, columns, counts } = contingency(truth, labels)
  const clusterOf = bestAssignment(counts, rows, columns)
  const classes = encodeLabels(truth).codes
  const clusters = encodeLabels(labels).codes
  return truth.map((_, i) => clusterOf[classes[i]] === clusters[i])
}
