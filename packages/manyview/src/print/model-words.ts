import type { Model } from '@manyview/core'
import { counted, grouped } from '@manyview/core/words'

/** What a model is, in a line: `10 clusters by consensus, from 1,600 samples in 6 views`. */
export function modelWords({ clusters, method, samples, views }: Model): string {
  return `${counted(clusters, 'cluster')} by ${method}, from ${counted(samples, 'sample')} in ${counted(views.length, 'view')}`
}

/** How a model places new samples. */
export function placingWords(model: Model): string {
  if (model.way === 'neighbours') return `by the neighbours of each among ${counted(model.samples, 'training sample')}`
  return model.way === 'latent' ? 'by the factors of every view and the nearest centre' : 'by the nearest centre'
}

/** Whether the file holds training data, and why. */
export function privacyWords(model: Model): string {
  return model.way === 'neighbours'
    ? `holds the scores and memberships of all ${grouped(model.samples)} training samples (no ids), because new samples are placed by their neighbours: share it only as you would share the data`
    : 'holds no training data, only statistics of the features and the centres of the clusters'
}
