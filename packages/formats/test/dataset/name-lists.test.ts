import { bytesSource, type ReadOptions, readDataset, writeNpy } from '@manyview/formats'
import { describe, expect, it } from 'vitest'

const n = 8
const npy = (name: string, rows: number, columns: number) =>
  bytesSource(
    name,
    writeNpy(
      Float64Array.from({ length: rows * columns }, (_, i) => Math.sqrt(i + columns)),
      [rows, columns],
    ),
  )
const list = (name: string, count: number, line = (i: number) => `${name}-${i}`) =>
  bytesSource(name, new TextEncoder().encode(`${Array.from({ length: count }, (_, i) => line(i)).join('\n')}\n`))
const names = (stem: string, count: number) => Array.from({ length: count }, (_, i) => `${stem}-${i}`)

async function read(sources: ReturnType<typeof npy>[], options: ReadOptions = {}) {
  const { views, ids, notes, samples } = await readDataset(sources, options)
  return { ids, notes, samples, features: Object.fromEntries(views.map((view) => [view.name, view.featureNames])) }
}

describe('files of names beside matrices', () => {
  it('name the features of the view that has as many, and the samples', async () => {
    const { ids, notes, features } = await read([
      npy('rna.npy', n, 5),
      npy('protein.npy', n, 3),
      list('genes.txt', 5),
      list('barcodes.tsv', n),
    ])
    expect(ids).toEqual(names('barcodes.tsv', n))
    expect(features).toEqual({ rna: names('genes.txt', 5), protein: undefined })
    expect(notes).toContain('genes: names of the features of rna')
    expect(notes).toContain('barcodes: ids of the samples')
  })

  it('say where the samples are', async () => {
    const found = await read([npy('counts.npy', 5, n), list('genes.txt', 5), list('barcodes.tsv', n)])
    expect([found.samples, found.ids?.[0], found.features.counts?.[4]]).toEqual([n, 'barcodes.tsv-0', 'genes.txt-4'])
    expect(found.notes[0]).toBe('samples are columns: as genes and barcodes say; --samples rows takes the rows')
  })

  it('have a header, or accession numbers before the names', async () => {
    const header = list('header.txt', 6, (i) => (i === 0 ? 'gene' : `g${i}`))
    expect((await read([npy('rna.npy', n, 5), header])).features.rna).toEqual(['g1', 'g2', 'g3', 'g4', 'g5'])
    const tenX = list('features.tsv', 5, (i) => `ENSG${100 + i}\tTP${i}\tGene Expression`)
    expect((await read([npy('rna.npy', n, 5), tenX])).features.rna?.[4]).toBe('TP4')
  })

  it('belong to the view that they are called after, where several would do', async () => {
    const twins = [npy('left.npy', n, 5), npy('right.npy', n, 5)]
    const { features } = await read([...twins, list('right_features.txt', 5)])
    expect(features).toEqual({ left: undefined, right: names('right_features.txt', 5) })
    await expect(read([...twins, list('names.txt', 5)])).rejects.toThrow(
      'names: has 5 names, which may be those of the features of "left" or the features of "right": call it left_features.txt or the like',
    )
    await expect(read([npy('square.npy', 5, 5), list('names.txt', 5)])).rejects.toThrow(
      'which may be those of the samples or the features of "square": call it samples.txt or the like',
    )
    expect((await read([npy('square.npy', 5, 5), list('genes.txt', 5)])).ids).toBeNull()
  })

  it('are left out with a line where another has named the same before', async () => {
    const { features, notes } = await read([npy('rna.npy', n, 5), list('genes.txt', 5), list('features.txt', 5)])
    expect(features.rna).toEqual(names('genes.txt', 5))
    expect(notes).toContain('features: left out, what it would name has names already')
  })

  it('are read as any table where they fit nothing', async () => {
    await expect(read([npy('rna.npy', n, 5), list('genes.txt', 4)])).rejects.toThrow('genes.txt: no column of numbers')
  })
})
