import { bytesSource, readLabels, writeNpy } from '@manyview/formats'
import { gzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'

const read = (content: string) => readLabels(bytesSource('labels.csv', new TextEncoder().encode(content)))

describe('label files', () => {
  it('hold one label a line, numbers or words', async () => {
    expect(await read('1\n2\n1\n')).toEqual({ ids: null, labels: ['1', '2', '1'] })
    expect(await read('cat\r\ndog\r\n')).toEqual({ ids: null, labels: ['cat', 'dog'] })
    expect(await read('1.0\n2.0')).toEqual({ ids: null, labels: ['1', '2'] })
  })

  it('a first line that reads label or class is a header', async () => {
    expect((await read('label\ncat\ndog\n')).labels).toEqual(['cat', 'dog'])
    expect((await read('Class\n1\n2\n')).labels).toEqual(['1', '2'])
  })

  it('or a table with a column label and perhaps ids, in any order', async () => {
    expect(await read('id,label\na,1\nb,2\n')).toMatchObject({ ids: ['a', 'b'], labels: ['1', '2'] })
    expect(await read('label;id\n1;a\n2;b\n')).toMatchObject({ ids: ['a', 'b'], labels: ['1', '2'] })
    const ours = await read('id,label,confidence\n0,2,0.5\n1,3,0.25\n')
    expect(ours).toEqual({ ids: ['0', '1'], labels: ['2', '3'], columns: ['id', 'label', 'confidence'] })
    expect(await read('a,1\nb,2\n')).toEqual({ ids: ['a', 'b'], labels: ['1', '2'] })
  })

  it('or an NPY vector, or compressed text', async () => {
    expect((await readLabels(bytesSource('l.npy', writeNpy(Int32Array.from([3, 1]))))).labels).toEqual(['3', '1'])
    expect((await readLabels(bytesSource('l.txt.gz', gzipSync(new TextEncoder().encode('a\nb\n'))))).labels).toEqual([
      'a',
      'b',
    ])
  })

  it('a blank line, an empty file and a table without labels are refused', async () => {
    await expect(read('a\n\nb\n')).rejects.toThrow('line 2 is blank')
    await expect(read('\n')).rejects.toThrow('holds no labels')
    await expect(read('x,z,w\n1,2,3\n')).rejects.toThrow('has no column "label" (columns: ')
    await expect(readLabels(bytesSource('l.npy', writeNpy(Float64Array.from([0.5, 1]))))).rejects.toThrow(
      'holds no vector of whole numbers',
    )
  })

  it('other files and bytes that are no text are refused', async () => {
    await expect(readLabels(bytesSource('l.json', new TextEncoder().encode('[1, 2]')))).rejects.toThrow(
      'l.json: is no label file, give one label a line, a table with a column "label", or an NPY vector',
    )
    await expect(read(`a\n${'b\n'.repeat(3000)}\0\n`)).rejects.toThrow('labels.csv: is no text, give one label a line')
  })

  it('are refused before they are read where they are far too long', async () => {
    const slice = async (begin: number, end: number) => new Uint8Array(end - begin).fill(97)
    const long = { name: 'labels.csv', byteLength: 2 ** 28 + 1, slice }
    await expect(readLabels(long as never)).rejects.toThrow('has 268435457 bytes, too many for labels (268435456)')
  })

  it('without a column called label are refused by the names of their columns where the one that could be differs in every row', async () => {
    await expect(read('sku,title\nA1,red lamp\nA2,blue lamp\nA3,a chair\n')).rejects.toThrow(
      'labels.csv: has no column "label", and "title" differs in every row (columns: sku, title), name the column of labels "label"',
    )
  })

  it('quotes around a line are no part of its label', async () => {
    expect((await read('"big ""cat"""\n"dog"\n')).labels).toEqual(['big "cat"', 'dog'])
  })
})
