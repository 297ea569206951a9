import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Views } from '@manyview/core'
import { bytesSource, readDataset } from '@manyview/formats'

/** A file with its views and the classes of its samples. */
export interface LabelledFile {
  name: string
  views: Views
  truth: readonly string[]
}

/** The .mat files of a folder, one after the other. */
export async function* readFiles(folder: string): AsyncGenerator<LabelledFile, void> {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.mat'))) {
    const dataset = await readDataset([bytesSource(file, readFileSync(join(folder, file)))])
    const views = Object.fromEntries(dataset.views.map(({ name, view }) => [name, view]))
    yield { name: basename(file, '.mat'), views, truth: dataset.labels[0].values }
  }
}
