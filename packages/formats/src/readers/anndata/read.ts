import { counted } from '@manyview/core/words'
import { badFile } from '../../bytes/bad-file.ts'
import { type ByteSource, fileStem } from '../../bytes/byte-source.ts'
import { checkSparse, type DenseValue, type NumberArray, type SparseValue } from '../../bytes/stored-value.ts'
import type { Findings, FoundLabels, FoundView } from '../../dataset/findings.ts'
import { canBeClasses, labelsNote } from '../../dataset/label-values.ts'
import { isLabelName } from '../../table/column-names.ts'
import { Hdf5Bytes } from '../hdf5/bytes.ts'
import { Hdf5Object } from '../hdf5/object.ts'
import { unreadDense, unreadSparse } from '../hdf5/unread-matrix.ts'

/**
 * Reads AnnData (.h5ad: X is the view) and MuData (.h5mu: one view a modality), dense or sparse by row or column. The names of the observations are
 * the ids. Categories of the observations are label candidates. With `names`, layers and embeddings are views too (`layers/counts`, `obsm/X_pca`).
 * With `leave` only the outline of matrices is read, so that parts can be read later (`readPart`).
 */
export async function readAnnData(
  source: ByteSource,
  names?: string[],
  wantedLabels?: string,
  leave = false,
): Promise<Findings> {
  const file = await Hdf5Bytes.open(source)
  const root = await Hdf5Object.at(file, file.root)
  const stem = fileStem(source.name)
  const findings: Findings = { views: [], labels: [], notes: [], warnings: [] }
  const modalities = await root.child('mod')
  if (!modalities) await readOne(root, stem)
  else {
    for (const name of await modalities.names()) {
      const modality = await modalities.child(name)
      if (modality) await readOne(modality, name)
    }
    const obs = await root.child('obs')
    if (obs) findings.labels.push(...(await readLabels(obs, await readIndex(obs), wantedLabels)))
  }
  findings.labels.sort((a, b) => rank(a.name, wantedLabels) - rank(b.name, wantedLabels))
  if (findings.labels.length > 0) findings.notes.push(`${stem}: ${labelsNote(findings.labels[0])}`)
  if (findings.views.length === 0 && !names)
    throw badFile(source.name, 'holds no X to take as a view, name a layer or an embedding')
  return findings

  async function readOne(group: Hdf5Object, name: string): Promise<void> {
    const obs = await group.child('obs')
    const ids = obs ? await readIndex(obs) : null
    const variables = await group.child('var')
    const features = variables ? await readIndex(variables) : null
    const wanted = names?.filter(
      (path) => path === name || path.startsWith(`${name}/`) || /^(X|layers\/|obsm\/)/.test(path),
    )
    if (names && !wanted?.length) return
    const paths = wanted ?? [name]
    if (!wanted) await listOthers(group, name)
    for (const view of paths) {
      const path = view === name ? 'X' : view.replace(`${name}/`, '')
      const value = await readMatrix(file, await walk(group, path), leave)
      if (!value) continue
      const [samples] = value.shape
      if (ids && ids.length !== samples)
        throw badFile(
          source.name,
          `${name} has ${counted(ids.length, 'observation name')} for ${counted(samples, 'sample')}, get the file again`,
        )
      findings.views.push({
        name: view === name ? name : `${name}/${path}`,
        source: source.name,
        value,
        axis: 'rows',
        ids,
        // Embeddings (obsm) have other columns than X and the layers.
        ...(features && !path.startsWith('obsm/') ? { featureNames: features } : {}),
      } satisfies FoundView)
    }
    if (obs) findings.labels.push(...(await readLabels(obs, ids, wantedLabels)))
  }

  /** Says which other matrices there are, for embeddings and further modalities stand beside X. */
  async function listOthers(group: Hdf5Object, name: string): Promise<void> {
    const others: string[] = []
    for (const part of ['layers', 'obsm'])
      for (const inner of (await (await group.child(part))?.names()) ?? []) others.push(`${part}/${inner}`)
    if (others.length > 0)
      findings.notes.push(`${name}: X is the view, others by name: ${others.slice(0, 20).join(', ')}`)
  }
}

/** True when an HDF5 file is an AnnData or MuData one. */
export async function isAnnData(source: ByteSource): Promise<boolean> {
  if (/\.(h5ad|h5mu)$/i.test(source.name)) return true
  const file = await Hdf5Bytes.open(source)
  const root = await Hdf5Object.at(file, file.root)
  return /^(anndata|mudata)$/i.test(await root.text('encoding-type'))
}

function rank(name: string, wanted?: string): number {
  return name === wanted ? 0 : isLabelName(name) ? 1 : 2
}

async function walk(group: Hdf5Object, path: string): Promise<Hdf5Object | undefined> {
  let at: Hdf5Object | undefined = group
  for (const part of path.split('/').slice(0, 8)) at = await at?.child(part)
  return at
}

async function readMatrix(
  file: Hdf5Bytes,
  object: Hdf5Object | undefined,
  leave: boolean,
): Promise<DenseValue | SparseValue | undefined> {
  if (!object) return undefined
  if (object.isDataset) {
    const unread = leave ? unreadDense(object, false) : null
    if (unread) return unread
    const value = await object.read()
    return value.type === 'dense' && value.shape.length >= 1 ? value : undefined
  }
  const encoding = (await object.text('encoding-type')) || (await object.text('h5sparse_format'))
  if (encoding === 'dataframe') return readFrame(object)
  const order = /csc/.test(encoding) ? 'columns' : 'rows'
  const size = (await object.attribute('shape')) ?? (await object.attribute('h5sparse_shape'))
  if (size?.type !== 'dense' || size.data.length !== 2) return undefined
  const [rows, columns] = size.data
  file.budget.claim(8 * (order === 'rows' ? 0 : rows), `a sparse matrix with ${rows} rows`)
  const part = async (name: string): Promise<NumberArray> => {
    const value = await (await object.child(name))?.read()
    return value?.type === 'dense' ? value.data : new Float64Array(0)
  }
  const outline = { shape: [rows, columns] as const, order, pointers: await part('indptr') } as const
  if (leave)
    return unreadSparse({
      file: file.name,
      ...outline,
      values: await object.child('data'),
      indices: await object.child('indices'),
    })
  const [values, indices] = [await part('data'), await part('indices')]
  return checkSparse(file.name, { type: 'sparse', ...outline, values, indices })
}

/** The columns of numbers of a data frame, as a matrix. */
async function readFrame(frame: Hdf5Object): Promise<DenseValue | undefined> {
  const order = await frame.attribute('column-order')
  const columns: NumberArray[] = []
  for (const name of order?.type === 'text' ? order.values : []) {
    const value = await (await frame.child(name))?.read()
    if (value?.type === 'dense') columns.push(value.data)
  }
  const rows = columns[0]?.length ?? 0
  if (rows === 0 || columns.some(({ length }) => length !== rows)) return undefined
  const data = new Float64Array(rows * columns.length)
  columns.forEach((column, j) => {
    data.set(column, j * rows)
  })
  return { type: 'dense', shape: [rows, columns.length], order: 'columns', data }
}

async function readIndex(obs: Hdf5Object): Promise<string[] | null> {
  const name = (await obs.text('_index')) || '_index'
  const column = (await obs.child(name)) ?? (await obs.child('index'))
  const value = column?.isDataset ? await column.read() : undefined
  if (value?.type === 'text') return value.values
  return value?.type === 'dense' ? Array.from(value.data, String) : null
}

/** Columns of the observations that hold classes: categories, whole numbers or text that repeat. */
async function readLabels(obs: Hdf5Object, ids: string[] | null, wanted?: string): Promise<FoundLabels[]> {
  const labels: FoundLabels[] = []
  for (const name of (await obs.names()).slice(0, 1000)) {
    const column = await obs.child(name)
    const values = column && (await columnValues(column))
    if (
      values &&
      values.length === (ids?.length ?? values.length) &&
      values !== ids &&
      (name === wanted || canBeClasses(values))
    )
      labels.push({ name, values, ids })
  }
  return labels
}

async function columnValues(column: Hdf5Object): Promise<string[] | null> {
  if (column.isDataset) {
    const value = await column.read()
    if (value.type === 'text') return value.values
    return value.type === 'dense' && value.data.every((entry: number) => Number.isInteger(entry))
      ? Array.from(value.data, String)
      : null
  }
  const codes = await (await column.child('codes'))?.read()
  const categories = await (await column.child('categories'))?.read()
  if (codes?.type !== 'dense' || (categories?.type !== 'text' && categories?.type !== 'dense')) return null
  const texts = categories.type === 'text' ? categories.values : Array.from(categories.data, String)
  return Array.from(codes.data, (code) => texts[code] ?? '')
}
