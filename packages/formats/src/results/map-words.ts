import { percent } from '@manyview/core/words'
import type { StoredExplanation } from './stored-clustering.ts'

/** What a map shows and how far to believe it, for its caption and for files of it; '' without a map. */
export function mapWords(map: Pick<StoredExplanation, 'mapTrust' | 'pulledApart'> | null): string {
  if (!map) return ''
  const { mapTrust, pulledApart } = map
  const made =
    mapTrust === undefined
      ? 'The views and a little of what was clustered, which pulls clusters apart.'
      : 'Near each other: samples that the views, taken together, show as alike. Distances between far groups mean little.'
  const apart = pulledApart ? ' Clusters are pulled apart: the gaps between them are not in the data.' : ''
  const trust =
    mapTrust === undefined
      ? ''
      : ` Trust ${percent(mapTrust)}: so many of a sample’s neighbours on the map are its neighbours in the data.`
  return `${made}${apart}${trust}`
}
