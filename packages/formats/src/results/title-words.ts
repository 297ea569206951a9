import type { nameClusters } from '@manyview/core'
import type { MetadataColumn } from '@manyview/core/metadata'
import { logarithm } from '@manyview/core/numerics'

/** Columns whose words say what a sample is about. */
const ABOUT = /title|headline|name|tags?\b|keyword|categor|genre|topic|subject|description/iu
/** Samples of a cluster that have a word, at least, and words of a cluster at most. */
const LEAST = 2
const MOST = 8

/** Words of a column that tell each cluster from the others. */
export interface TitleWords {
  column: string
  /** By cluster, most telling first. */
  words: Parameters<typeof nameClusters>[0]
}

/**
 * The words by which each cluster can be called, from the first column of titles, tags or categories: class-based tf-idf (the share of a word in the texts of a cluster, times the logarithm of 1 and the words of a mean cluster by
 * those uses of it in all), of words that a larger share of the cluster's samples has than of the others. Null where there is no such column. O(words).
 */
export function titleWords(
  columns: readonly MetadataColumn[],
  labels: ArrayLike<number>,
  clusters: number,
): TitleWords | null {
  const column = columns.find(({ name, kind }) => kind === 'category' && ABOUT.test(name))
  if (column?.kind !== 'category') return null
  const counts = Array.from({ length: clusters }, () => new Map<string, number>())
  const totals = new Float64Array(clusters)
  const all = new Map<string, number>()
  const sizes = new Float64Array(clusters)
  const wordsOf = column.levels.map((text) => [
    ...new Set(text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'’-]+/gu) ?? []),
  ])
  column.codes.forEach((code, i) => {
    if (code >= 0) sizes[labels[i]]++
    for (const word of code < 0 ? [] : wordsOf[code]) {
      counts[labels[i]].set(word, (counts[labels[i]].get(word) ?? 0) + 1)
      all.set(word, (all.get(word) ?? 0) + 1)
      totals[labels[i]]++
    }
  })
  const samples = sizes.reduce((sum, size) => sum + size, 0)
  const uses = totals.reduce((sum, total) => sum + total, 0)
  const words = counts.map((own, c) =>
    [...own]
      .filter(([word, count]) => count >= LEAST && count * samples > all.get(word)! * sizes[c])
      .map(([word, count]) => ({
        name: word,
        effect: (count / totals[c]) * logarithm(1 + uses / clusters / all.get(word)!),
        word: true,
      }))
      .sort((a, b) => b.effect - a.effect || (a.name < b.name ? -1 : 1))
      .slice(0, MOST),
  )
  return { column: column.name, words }
}
