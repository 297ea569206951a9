import { plain } from '../tables/table.ts'
import { describeShape, type FoundDataset } from './find-data-sets.ts'
import type { Section } from './section.ts'

/** The paper's table of data sets, and where those are to be had that are not there. */
export function dataSection(found: readonly FoundDataset[]): Section {
  const missing = found.filter(({ file }) => file === null)
  return {
    title: 'Data sets',
    text:
      missing.length === 0
        ? 'The data sets of the paper that were asked for are all there.'
        : `${found.length - missing.length} of ${found.length} data sets of the paper are there. The others can be had from the places named; put the file into the data folder. Until then their running times are measured on generated data of the same shape.`,
    tables: [
      {
        file: 'data-sets',
        table: {
          caption: 'Data sets of the paper',
          columns: [
            { title: 'name', left: true },
            { title: 'samples' },
            { title: 'clusters' },
            { title: 'views' },
            { title: 'features of the views', left: true },
            { title: 'here', left: true },
            { title: 'where to get it', left: true },
          ],
          rows: found.map(({ published, file, why }) => [
            plain(published.name),
            plain(String(published.samples)),
            plain(String(published.clusters)),
            plain(String(published.features.length)),
            plain(published.features.join(', ')),
            plain(file ? 'yes' : why),
            plain(published.source),
          ]),
          notes: missing.map(
            ({ published }) => `${published.name} should have ${describeShape(published.samples, published.features)}.`,
          ),
        },
      },
    ],
    figures: [],
    csv: {},
  }
}
