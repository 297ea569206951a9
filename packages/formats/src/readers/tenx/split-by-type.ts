import type { SparseValue } from '../../bytes/stored-value.ts'
import type { Findings } from '../../dataset/findings.ts'
import { toView } from '../../dataset/to-view.ts'

/** Counts of cells × features with what their file says of both. */
export interface TenXCounts {
  source: string
  counts: SparseValue
  ids: string[]
  /** One name per feature. */
  names: string[]
  /** One type per feature (`Gene Expression`, `Antibody Capture`, `Peaks`, …). */
  types: string[]
}

/** One view per type of feature, in the order of their first feature. O(entries). */
export function splitByType({ source, counts, ids, names, types }: TenXCounts): Findings {
  const kinds = [...new Set(types)]
  const parts = kinds.length === 1 ? [counts] : splitColumns(counts, kinds, types)
  const views = kinds.map((name, k) => ({
    name,
    source,
    value: parts[k],
    axis: 'rows' as const,
    ids,
    kind: 'counts' as const,
    featureNames: unique(names.filter((_, j) => types[j] === name)),
  }))
  const notes = kinds.length > 1 ? [`views by type of feature: ${kinds.join(', ')}`] : []
  return { views, labels: [], notes, warnings: [] }
}

function splitColumns(counts: SparseValue, kinds: string[], types: string[]): SparseValue[] {
  const view = toView(counts, 'rows')
  if (!('pointers' in view)) return []
  const { samples, pointers, indices, values } = view
  const kindOf = types.map((type) => kinds.indexOf(type))
  const places = new Uint32Array(types.length)
  const widths = kinds.map(() => 0)
  kindOf.forEach((kind, j) => {
    places[j] = widths[kind]++
  })
  return kinds.map((_, k): SparseValue => {
    const starts = new Uint32Array(samples + 1)
    let size = 0
    for (let p = 0; p < indices.length; p++) if (kindOf[indices[p]] === k) size++
    const kept = { values: new Float64Array(size), indices: new Uint32Array(size) }
    let at = 0
    for (let i = 0; i < samples; i++) {
      for (let p = pointers[i]; p < pointers[i + 1]; p++) {
        if (kindOf[indices[p]] !== k) continue
        kept.values[at] = values[p]
        kept.indices[at++] = places[indices[p]]
      }
      starts[i + 1] = at
    }
    return { type: 'sparse', shape: [samples, widths[k]], order: 'rows', pointers: starts, ...kept }
  })
}

/** Names that stand more than once get numbers, as scanpy does. */
function unique(names: string[]): string[] {
  const seen = new Map<string, number>()
  return names.map((name) => {
    const copy = seen.get(name) ?? 0
    seen.set(name, copy + 1)
    return copy === 0 ? name : `${name}-${copy}`
  })
}
