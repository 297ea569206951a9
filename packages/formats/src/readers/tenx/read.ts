import { badFile } from '../../bytes/bad-file.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { checkSparse, type NumberArray, type SparseValue } from '../../bytes/stored-value.ts'
import type { Findings } from '../../dataset/findings.ts'
import { toView } from '../../dataset/to-view.ts'
import { Hdf5Bytes } from '../hdf5/bytes.ts'
import { Hdf5Object } from '../hdf5/object.ts'

const members = ['barcodes', 'data', 'indices', 'indptr', 'shape']

/** True when an HDF5 file holds counts as Cell Ranger writes them. */
export async function isTenX(source: ByteSource): Promise<boolean> {
  return (await findCounts(source)) !== null
}

/** Reads the .h5 of 10x Genomics (Cell Ranger 3 and later, and the one group per genome of 2): cells × features as sparse counts, one view per type of feature. */
export async function readTenXH5(source: ByteSource): Promise<Findings> {
  const group = await findCounts(source)
  if (!group) throw badFile(source.name, 'holds no counts of 10x Genomics, get the file again')
  const [values, indices, pointers, shape] = [
    await numbers(group, 'data'),
    await numbers(group, 'indices'),
    await numbers(group, 'indptr'),
    await numbers(group, 'shape'),
  ]
  const features = (await group.child('features')) ?? group
  const ids = await texts(group, 'barcodes')
  const [names, types] = [
    (await texts(features, 'name')) ?? (await texts(group, 'gene_names')) ?? (await texts(group, 'genes')),
    await texts(features, 'feature_type'),
  ]
  const [count, cells] = shape
  if (!ids || !names || ids.length !== cells || names.length !== count || (types && types.length !== count))
    throw badFile(
      source.name,
      `has ${count} features and ${cells} cells but names for ${names?.length ?? 0} and ${ids?.length ?? 0}, get the file again`,
    )
  // The file is compressed by cells, which are its columns.
  const counts = checkSparse(source.name, {
    type: 'sparse',
    shape: [cells, count],
    order: 'rows',
    values,
    indices,
    pointers,
  })
  return splitByType({ source: source.name, counts, ids, names, types: types ?? names.map(() => 'Gene Expression') })
}

async function findCounts(source: ByteSource): Promise<Hdf5Object | null> {
  const file = await Hdf5Bytes.open(source)
  const root = await Hdf5Object.at(file, file.root)
  const names = await root.names()
  if (names.length > 16) return null
  for (const name of names) {
    const group = await root.child(name)
    if (!group || group.isDataset) continue
    const within = await group.names()
    if (members.every((member) => within.includes(member))) return group
  }
  return null
}

async function numbers(group: Hdf5Object, name: string): Promise<NumberArray> {
  const value = await (await group.child(name))?.read()
  return value?.type === 'dense' ? value.data : new Float64Array(0)
}

async function texts(group: Hdf5Object, name: string): Promise<string[] | null> {
  const value = await (await group.child(name))?.read()
  return value?.type === 'text' ? value.values : null
}

/** Counts of cells × features with what their file says of both. */
interface TenXCounts {
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
    const entries = { values: new Float64Array(size), indices: new Uint32Array(size) }
    let at = 0
    for (let i = 0; i < samples; i++) {
      for (let p = pointers[i]; p < pointers[i + 1]; p++) {
        if (kindOf[indices[p]] !== k) continue
        entries.values[at] = values[p]
        entries.indices[at++] = places[indices[p]]
      }
      starts[i + 1] = at
    }
    return { type: 'sparse', shape: [samples, widths[k]], order: 'rows', pointers: starts, ...entries }
  })
}

/** Names that stand more than once get numbers, as scanpy does. */
function unique(names: string[]): string[] {
  const counts = new Map<string, number>()
  return names.map((name) => {
    const copy = counts.get(name) ?? 0
    counts.set(name, copy + 1)
    return copy === 0 ? name : `${name}-${copy}`
  })
}
