import { badFile } from '../../bytes/bad-file.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { checkSparse } from '../../bytes/check-sparse.ts'
import type { NumberArray } from '../../bytes/stored-value.ts'
import type { Findings } from '../../dataset/findings.ts'
import { Hdf5Bytes } from '../hdf5/bytes.ts'
import { Hdf5Object } from '../hdf5/object.ts'
import { splitByType } from './split-by-type.ts'

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
