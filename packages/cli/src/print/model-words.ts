import type { Model } from '@manyview/core'

/** What a model is, in a line: `10 clusters by consensus, from 1,600 samples in 6 views`. */
export function modelWords({ clusters, method, samples, views }: Model): string {
  const count = (number: number, noun: string) => `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`
  return `${count(clusters, 'cluster')} by ${method}, from ${count(samples, 'sample')} in ${count(views.length, 'view')}`
}

/** How a model places new samples. */
export function placingWords(model: Model): string {
  if (model.way === 'neighbours')
    return `by the neighbours of each among ${model.samples.toLocaleString('en-US')} training samples`
  return model.way === 'latent' ? 'by the factors of every view and the nearest centre' : 'by the nearest centre'
}

/** Whether the file holds training data, and why. */
export function privacyWords(model: Model): string {
  return model.way === 'neighbours'
    ? `holds the scores and memberships of all ${model.samples.toLocaleString('en-US')} training samples (no ids), because new samples are placed by their neighbours: share it only as you would share the data`
    : 'holds no training data, only statistics of the features and the centres of the clusters'
}
