import type { Association } from '@manyview/core/metadata'
import { dateText } from '@manyview/core/words'
import { csvText } from './labels-csv.ts'
import { short } from './packed-array.ts'
import type { StoredClustering } from './stored-clustering.ts'

/** What `effect` is, by kind of column. */
export const effectNames: Record<Association['kind'], string> = {
  category: "Cramér's V",
  number: 'epsilon squared',
  date: 'epsilon squared',
  survival: 'difference of restricted means',
}

/** `associations.csv`: one row per column of metadata that was tested, with what each cluster has of it; empty where none was given. */
export function associationsCsv({ record }: StoredClustering): Record<string, string> {
  const associations = record.associations?.associations
  if (!associations) return {}
  const head = ['column', 'kind', 'test', 'samples', 'statistic', 'degrees', 'p', 'q', 'effect', 'effect_name']
  const clusters = Array.from(record.sizes.keys())
  const rows = associations.map((association) => [
    association.column,
    association.kind,
    association.test,
    association.samples,
    association.statistic,
    association.degrees,
    association.p,
    association.q,
    short(association.effect),
    effectNames[association.kind],
    association.smallCounts,
    ...clusters.map((cluster) => clusterText(association, cluster)),
  ])
  return {
    'associations.csv': csvText([[...head, 'counts_under_5', ...clusters.map((c) => `cluster ${c}`)], ...rows]),
  }
}

/** What a cluster has of a column: `12 female; 18 male`, the median with the quartiles, or events with the median time. */
export function clusterText(association: Association, cluster: number): string {
  if (association.kind === 'category')
    return association.levels
      .map((level, l) => ({ level, count: association.counts[cluster]?.[l] ?? 0 }))
      .filter(({ count }) => count > 0)
      .map(({ level, count }) => `${count} ${level}`)
      .join('; ')
  if (association.kind === 'survival') {
    const curve = association.curves[cluster]
    if (!curve || curve.samples === 0) return ''
    const median = curve.median === null ? 'median not reached' : `median ${short(curve.median)}`
    return `${curve.events} of ${curve.samples}, ${median}`
  }
  const group = association.clusters[cluster]
  if (!group || group.median === null) return ''
  const text = (value: number | null) => (association.kind === 'date' ? dateText(value!) : String(short(value!)))
  return `${text(group.median)} (${text(group.lower)} to ${text(group.upper)})`
}
