import { readFileSync } from 'node:fs'
import { type DenseView, InputError, type SparseView } from '@manyview/core'
import { bytesSource, readDataset, writeNpy } from '@manyview/formats'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'

const fixture = (name: string) => bytesSource(name, readFileSync(new URL(`../fixtures/${name}`, import.meta.url)))
const text = (name: string, content: string) => bytesSource(name, new TextEncoder().encode(content))
const npy = (name: string, rows: number, columns: number) =>
  bytesSource(
    name,
    writeNpy(
      Float64Array.from({ length: rows * columns }, (_, i) => i),
      [rows, columns],
    ),
  )

describe('which dimension counts the samples', () => {
  it('is the one that all views share', async () => {
    const data = await readDataset([npy('a.npy', 7, 5), npy('b.npy', 9, 5)])
    expect([data.samples, data.views.map(({ view }) => view.features)]).toEqual([5, [7, 9]])
    expect(data.notes.join()).toContain('samples are columns')
    expect(Array.from((data.views[0].view as DenseView).data).slice(0, 3)).toEqual([0, 5, 10])
  })

  it('is the one of the labels when views share both', async () => {
    const labels = bytesSource('labels.npy', writeNpy(Int32Array.from([0, 1, 0, 1, 1])))
    expect((await readDataset([npy('a.npy', 7, 5), npy('b.npy', 7, 5), labels])).samples).toBe(5)
  })

  it('is rows, with a warning, when nothing tells', async () => {
    const data = await readDataset([npy('a.npy', 7, 5), npy('b.npy', 7, 5)])
    expect(data.samples).toBe(7)
    expect(data.warnings.join()).toContain('every view is 7×5')
  })

  it('is told by the option where that is given', async () => {
    expect((await readDataset([npy('a.npy', 7, 5)], { samples: 'columns' })).samples).toBe(5)
  })

  it('may differ from view to view when only one number is common', async () => {
    const data = await readDataset([npy('a.npy', 6, 4), npy('b.npy', 3, 6)])
    expect([data.samples, data.views.map(({ view }) => view.features)]).toEqual([6, [4, 3]])
  })

  it('views that share none are refused with both numbers', async () => {
    await expect(readDataset([npy('a.npy', 6, 4), npy('b.npy', 7, 5)])).rejects.toThrow(
      'b: has 7 rows (7×5) but "a" has 6 (6×4)',
    )
  })
})

describe('columns that are asked for', () => {
  const records = JSON.stringify(
    Array.from({ length: 6 }, (_, i) => ({ code: i + 7, kind: i % 2, x: i / 3, y: i * i })),
  )
  const table = `code,kind,x,y\n${Array.from({ length: 6 }, (_, i) => `00${i + 1},0${i % 2},${i / 4},${i * i}`).join('\n')}\n`

  it('are ids as they are written, or labels, and no features', async () => {
    const data = await readDataset([text('a.csv', table)], { id: 'code', labels: 'kind' })
    expect([data.ids?.[5], data.labels[0].values.slice(0, 2)]).toEqual(['006', ['0', '1']])
    expect(data.views[0].featureNames).toEqual(['x', 'y'])
  })

  it('are texts also where a format keeps numbers', async () => {
    const data = await readDataset([text('a.json', records)], { id: 'code', labels: 'kind' })
    expect([data.ids, data.labels[0].values]).toEqual([
      ['7', '8', '9', '10', '11', '12'],
      ['0', '1', '0', '1', '0', '1'],
    ])
    expect(data.views[0].featureNames).toEqual(['x', 'y'])
  })
})

describe('names of views', () => {
  it('have numbers where they stand more than once', async () => {
    const data = await readDataset([npy('p/a.npy', 5, 3), npy('q/a.npy', 5, 4), npy('r/a.npy', 5, 2)])
    expect(new Set(data.views.map(({ name }) => name)).size).toBe(3)
  })

  it('are refused where no view has them', async () => {
    await expect(readDataset([npy('a.npy', 5, 3)], { samples: 'rows', kinds: { b: 'counts' } })).rejects.toThrow(
      'kinds: there is no view "b", there are a',
    )
    await expect(readDataset([text('a.csv', 'x,y\n1,2\n3,4\n')], { texts: ['about'] })).rejects.toThrow(
      'texts: there is no column "about" of texts or paths, give names of columns or none',
    )
    await expect(readDataset([text('a.csv', 'x,y\n1,2\n3,4\n')], { pictures: ['photo'] })).rejects.toThrow(
      'pictures: there is no column "photo"',
    )
  })
})

describe('notes', () => {
  it('give the reason that settled where the samples are', async () => {
    const labels = bytesSource('labels.npy', writeNpy(Int32Array.from([0, 1, 0, 1, 1])))
    const alone = await readDataset([npy('a.npy', 7, 5), npy('b.npy', 7, 5), labels])
    expect(alone.notes).toContain('samples are columns: the labels have 5 entries')
    const mixed = await readDataset([text('a.csv', '1,2\n3,4\n5,6\n'), npy('b.npy', 3, 4)])
    expect(mixed.notes).toContain('samples are rows: other files have 3 samples')
    expect(mixed.notes.join()).not.toContain('labels')
  })

  it('name the labels, guessed or asked for', async () => {
    for (const labels of [undefined, 'Y'])
      expect((await readDataset([fixture('v5.mat')], { labels })).notes).toContain(
        'labels: Y, 3 classes (for scoring only)',
      )
    for (const labels of [undefined, 'label'])
      expect((await readDataset([fixture('crlf-bom.csv')], { labels })).notes).toContain(
        'crlf-bom: labels: label, 3 classes (for scoring only)',
      )
    expect((await readDataset([fixture('dense.h5ad')])).notes).toContain(
      'dense: labels: cell_type, 3 classes (for scoring only)',
    )
  })
})

describe('files that hold nothing we can use', () => {
  it('are refused with what they hold and what to do', async () => {
    const wrong: [string, Uint8Array, string][] = [
      ['a.xlsx', zipSync({ 'xl/workbook.xml': new Uint8Array(3) }), 'has no sheet with cells, give at least one'],
      ['a.pkl', new Uint8Array(3), 'is a Python pickle, which may run code and is not opened'],
      ['a.npz', zipSync({ 'notes.txt': new Uint8Array(3) }), 'no view found, give at least one matrix of numbers'],
      ['old.feather', new TextEncoder().encode('FEA1 and more'), 'is Feather version 1'],
      ['a.npy', new TextEncoder().encode('numbers'), 'is no NPY file'],
    ]
    for (const [name, bytes, message] of wrong)
      await expect(readDataset([bytesSource(name, bytes)]), name).rejects.toThrow(message)
  })
})

describe('names', () => {
  it('an unknown variable is refused with those that exist', async () => {
    await expect(readDataset([fixture('v5.mat')], { views: ['Z'] })).rejects.toThrow(
      'views: there is no variable "Z", there are X, Y',
    )
    await expect(readDataset([fixture('v5.mat')], { labels: 'Q' })).rejects.toThrow(
      'labels: there is no variable "Q", there are X, Y',
    )
  })

  it('single items, struct fields and whole lists can be named as views', async () => {
    const item = await readDataset([fixture('v5.mat')], { views: ['X{2}'] })
    expect(item.views.map(({ name, view }) => [name, view.features])).toEqual([['X{2}', 4]])
    expect((await readDataset([fixture('struct.mat')], { views: ['s.two'] })).views.map(({ name }) => name)).toEqual([
      's.two',
    ])
    expect((await readDataset([fixture('v5.mat')], { views: ['X'] })).views).toHaveLength(2)
  })

  it('modalities, layers and files can be named as views', async () => {
    expect((await readDataset([fixture('two.h5mu')], { views: ['rna'] })).views.map(({ name }) => name)).toEqual([
      'rna',
    ])
    await expect(readDataset([fixture('two.h5mu')], { views: ['atac'] })).rejects.toThrow(
      'views: there is no variable "atac"',
    )
    const mixed = [text('a.csv', '1,2\n3,4\n5,6\n'), npy('b.npy', 3, 4)]
    expect((await readDataset(mixed, { views: ['a'] })).views.map(({ name }) => name)).toEqual(['a'])
  })

  it('a file of labels alone beside a file of views gives the labels', async () => {
    const labels = bytesSource('truth.npy', writeNpy(Int32Array.from([0, 1, 1])))
    const data = await readDataset([text('a.csv', '1,2\n3,4\n5,6\n'), labels])
    expect(data.labels).toEqual([{ name: 'truth', values: ['0', '1', '1'] }])
  })

  it('a named label variable comes first and is never a view', async () => {
    const data = await readDataset([fixture('separate.mat')], { labels: 'Nind' })
    expect(data.labels[0].name).toBe('Nind')
    expect(data.views.map(({ name }) => name)).toEqual(['fea', 'hog'])
  })

  it('a permutation of 1…n is no label, and a cell of equal label vectors is one', async () => {
    expect((await readDataset([fixture('separate.mat')])).labels.map(({ name }) => name)).toEqual(['gnd'])
    expect((await readDataset([fixture('v7.mat')])).labels.map(({ name }) => name)).toEqual(['truelabel'])
  })

  it('two views of the same name are told apart', async () => {
    const data = await readDataset([npy('x/a.npy', 4, 2), npy('y/a.npy', 4, 3)])
    expect(data.views.map(({ name }) => name)).toEqual(['a', 'a (2)'])
  })
})

describe('samples are lined up', () => {
  it('by id, whatever the order of the rows', async () => {
    const data = await readDataset([
      text('a.csv', 'id,x\np,1\nq,2\nr,3\n'),
      text('b.csv', 'id,z,label\nr,30,u\np,10,v\nq,20,u\n'),
    ])
    expect(data.ids).toEqual(['p', 'q', 'r'])
    expect(data.views.map(({ view }) => Array.from((view as DenseView).data))).toEqual([
      [1, 2, 3],
      [10, 20, 30],
    ])
    expect(data.labels[0].values).toEqual(['v', 'u', 'u'])
  })

  it('ids that are not in all views are dropped, and said so', async () => {
    const data = await readDataset([text('a.csv', 'id,x\np,1\nq,2\nr,3\n'), text('b.csv', 'id,z\nr,30\ns,40\nq,20\n')])
    expect(data.ids).toEqual(['q', 'r'])
    expect(data.warnings).toEqual([
      'a: 1 of 3 samples dropped, their ids are not in all views ("p")',
      'b: 1 of 3 samples dropped, their ids are not in all views ("s")',
    ])
  })

  it('an id that stands twice is dropped, and said so', async () => {
    const data = await readDataset([text('a.csv', 'id,x\np,1\np,2\nr,3\n'), text('b.csv', 'id,z\nr,30\np,40\n')])
    expect(data.ids).toEqual(['r'])
    expect(data.warnings[0]).toBe('a: 1 id stands more than once and is dropped ("p")')
  })

  it('ids that only differ in how numbers are written are compared as numbers', async () => {
    const data = await readDataset([text('a.csv', 'id,x\n1,5\n2,6\n'), text('b.csv', 'id,z\n2.0,7\n1.0,8\n')])
    expect(data.ids).toEqual(['1', '2'])
    expect(data.warnings.join()).toContain('written differently')
  })

  it('ids in one view only are refused where another has more rows, and so are ids without one in common', async () => {
    await expect(readDataset([text('a.csv', 'id,x\np,1\nq,2\n'), text('b.csv', '1,2\n3,4\n5,6\n')])).rejects.toThrow(
      'b: has no ids but "a" has',
    )
    await expect(readDataset([text('a.csv', 'id,x\np,1\nq,2\n'), text('b.csv', 'id,x\nu,1\nv,2\n')])).rejects.toThrow(
      'no id is found in all views (a: "p", …; b: "u", …)',
    )
  })

  it('join "outer" keeps the samples that any view has, marks who lacks a view, and merges labels of one name', async () => {
    const files = [text('a.csv', 'id,x,label\np,1,u\nq,2,v\n'), text('b.csv', 'id,w,z,label\nr,30,31,u\nq,20,21,v\n')]
    const data = await readDataset(files, { join: 'outer' })
    expect(data.ids).toEqual(['p', 'q', 'r'])
    expect(data.views.map(({ view }) => Array.from((view as DenseView).data))).toEqual([
      [1, 2, 0],
      [0, 0, 20, 21, 30, 31],
    ])
    expect(data.views.map(({ view }) => Array.from(view.present!))).toEqual([
      [1, 1, 0],
      [0, 1, 1],
    ])
    expect(data.labels).toEqual([{ name: 'label', values: ['u', 'v', 'u'] }])
    expect(data.warnings).toEqual([])
  })

  it('join "outer" takes the samples of sparse views, and marks nobody where all views have all samples', async () => {
    const mixed = await readDataset(
      [
        text('a.csv', 'id,x\np,1\nq,2\nr,3\ns,4\n'),
        text('b.csv', 'id,colour,size\ns,red,s\nq,red,\np,blue,s\nt,blue,l\n'),
      ],
      { join: 'outer', id: 'id', categories: 'use' },
    )
    const sparse = mixed.views[1].view as SparseView
    expect(Array.from(sparse.present!)).toEqual([1, 1, 0, 1, 1])
    expect(Array.from(sparse.pointers)).toEqual([0, 1, 2, 2, 3, 4])
    const same = await readDataset([text('a.csv', 'id,x\np,1\nq,2\n'), text('b.csv', 'id,z\nq,3\np,4\n')], {
      join: 'outer',
    })
    expect(same.views.map(({ view }) => view.present)).toEqual([undefined, undefined])
  })

  it('join "outer" refuses a view whose ids are in no other', async () => {
    await expect(
      readDataset([text('a.csv', 'id,x\np,1\nq,2\n'), text('b.csv', 'id,x\nP,1\nQ,2\n')], { join: 'outer' }),
    ).rejects.toThrow('a: none of its ids ("p", "q") is found in another view, write ids the same way in all of them')
  })

  it('join "same" takes samples in any order and refuses to drop one', async () => {
    const files = (second: string) => [text('a.csv', 'id,x\np,1\nq,2\n'), text('b.csv', second)]
    const { ids } = await readDataset(files('id,x\nq,1\np,2\n'), { join: 'same' })
    expect(ids).toEqual(['p', 'q'])
    await expect(readDataset(files('id,x\nq,1\np,2\nr,3\n'), { join: 'same' })).rejects.toThrow(
      'b: has 3 samples of which 2 are in all views ("r" is not), give every view the same samples, or join inner or outer',
    )
  })

  it('by position without ids, and different counts are refused with both numbers', async () => {
    await expect(readDataset([text('a.csv', '1,2\n3,4\n'), text('b.csv', '1,2\n')])).rejects.toThrow(
      'b: has 1 sample but "a" has 2',
    )
  })
})

describe('kinds of views', () => {
  it('are told by the numbers and can be overridden', async () => {
    const files = [text('n.csv', '1.5,2\n3,4\n'), text('c.csv', '1,2\n3,0\n'), text('b.csv', '1,0\n0,0\n')]
    expect((await readDataset(files)).views.map(({ kind }) => kind)).toEqual(['numeric', 'counts', 'binary'])
    expect((await readDataset(files, { kinds: { c: 'numeric' } })).views[1].kind).toBe('numeric')
    await expect(readDataset(files, { kinds: { q: 'numeric' } })).rejects.toThrow(
      'kinds: there is no view "q", there are n, c, b',
    )
  })
})

describe('files', () => {
  it('an empty list, an empty file and a file of an unknown kind are refused', async () => {
    await expect(readDataset([])).rejects.toBeInstanceOf(InputError)
    await expect(readDataset([text('a.csv', '')])).rejects.toThrow('a.csv: is empty (0 bytes)')
    await expect(readDataset([bytesSource('a.bin', Uint8Array.from([1, 0, 2, 0]))])).rejects.toThrow(
      'a.bin: is no text',
    )
    await expect(readDataset([text('a.mat', 'no MATLAB at all')])).rejects.toThrow(
      'a.mat: is no MATLAB file of version 5 to 7.3',
    )
  })

  it('the bytes given are never changed', async () => {
    for (const name of ['v7.mat', 'u2-big.npy', 'big-endian.mat', 'i8.npy', 'lz4.feather']) {
      const bytes = new Uint8Array(readFileSync(new URL(`../fixtures/${name}`, import.meta.url)))
      const before = bytes.slice()
      await readDataset([bytesSource(name, bytes)])
      expect(bytes, name).toEqual(before)
    }
  })

  it('uncompressed doubles are views of the bytes, not copies', async () => {
    const bytes = writeNpy(new Float64Array(1000).fill(1), [100, 10])
    const { views } = await readDataset([bytesSource('a.npy', bytes)], { samples: 'rows' })
    expect(((views[0].view as DenseView).data as Float64Array).buffer).toBe(bytes.buffer)
  })
})

describe('a column of numbers that may hold classes', () => {
  const rows = (last: (i: number) => number) =>
    Array.from({ length: 30 }, (_, i) => `${i / 7},${(i * i) / 11},${1 + i / 3},${last(i)}`).join('\n')

  it('is a feature, which is said with the way to leave it out', async () => {
    const { views, notes } = await readDataset([
      text(
        'plants.csv',
        rows((i) => i % 3),
      ),
    ])
    expect(views[0].view.features).toBe(4)
    expect(notes).toEqual(['plants: "column 4" is a feature; if it holds classes, --labels "column 4" leaves it out'])
  })

  it('is no feature where it is named as the labels, without a header, too', async () => {
    const { views, labels, notes } = await readDataset(
      [
        text(
          'plants.csv',
          rows((i) => i % 3),
        ),
      ],
      { labels: 'column 4' },
    )
    expect(views[0].view.features).toBe(3)
    expect(labels[0].values.slice(0, 4)).toEqual(['0', '1', '2', '0'])
    expect(notes).toEqual(['plants: labels: column 4, 3 classes (for scoring only)'])
  })

  it('is one that counts from 0 or 1, with several rows per number, beside fractions', async () => {
    const noteOf = async (content: string) => (await readDataset([text('plants.csv', content)])).notes.join()
    expect(await noteOf(rows((i) => 1 + (i % 2)))).toContain('if it holds classes')
    expect(await noteOf(rows((i) => 2 * (i % 3)))).toBe('')
    expect(await noteOf(rows((i) => i % 12))).toBe('')
    const counts = Array.from({ length: 30 }, (_, i) => `${i % 7},${i % 5},${i % 4},${i % 3}`).join('\n')
    expect(await noteOf(counts)).toBe('')
  })
})
