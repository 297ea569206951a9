import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Dataset, readDataset } from '@manyview/formats'
import { fileProblem } from '../../files/file-problem.ts'
import { fileSource } from '../../files/file-source.ts'
import { type PublishedDataset, publishedResults } from './published-results.ts'

/** A data set of the paper and the file that holds it; `file` null: not there, and `why`. */
export interface FoundDataset {
  published: PublishedDataset
  file: string | null
  why: string
}

/** Names under which the sets are passed on, besides their own. */
const otherNames: Record<string, readonly string[]> = {
  HW: ['handwritten', 'mfeat', 'uci-digit', 'handwritten_numerals'],
  'Caltech101-all': ['caltech101', 'caltech101_all_fea', 'caltech-101'],
  NUSWIDEOBJ: ['nus-wide-object', 'nuswide_obj', 'nus-wide-obj'],
  Scene15: ['scene-15', '15-scene'],
  NGs: ['newsgroups', '20newsgroups', '3-ngs'],
  Animal: ['awa', 'animals', 'awa_fea'],
  MITIndoor: ['mit-indoor', 'mitindoor-67'],
}

/** Looks in a folder for the data sets of the paper: by name, then by shape, so that another version of a set is not taken for the paper's. */
export async function findDataSets(folder: string): Promise<FoundDataset[]> {
  let names: string[]
  try {
    names = (await readdir(folder)).filter((name) => !name.startsWith('.')).sort()
  } catch (error) {
    throw fileProblem(folder, error)
  }
  const dataSets: FoundDataset[] = []
  for (const published of publishedResults) {
    const aliases = [published.name, ...(otherNames[published.name] ?? [])].map(bare)
    const candidates = names.filter((name) => aliases.includes(bare(name.replace(/\.[^.]+$/, ''))))
    let why = 'not in the folder'
    let file: string | null = null
    for (const name of candidates) {
      const path = join(folder, name)
      const shape = await shapeOf(path)
      if (shape === describeShape(published.samples, published.features)) file = path
      else why = `${name} has another shape (${shape})`
      if (file) break
    }
    dataSets.push({ published, file, why: file ? '' : why })
  }
  return dataSets
}

/** Reads the set's file. */
export function readFound(file: string): Promise<Dataset> {
  return readDataset([fileSource(file)])
}

async function shapeOf(path: string): Promise<string> {
  try {
    const { samples, views } = await readFound(path)
    return describeShape(
      samples,
      views.map(({ view }) => view.features),
    )
  } catch (error) {
    return `cannot be read: ${error instanceof Error ? error.message : error}`
  }
}

/** `500 samples, 2000 + 2000 + 2000 features`. */
export function describeShape(samples: number, features: readonly number[]): string {
  return `${samples} samples, ${features.join(' + ')} features`
}

function bare(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}
