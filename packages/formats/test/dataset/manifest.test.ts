import { readFileSync } from 'node:fs'
import type { DenseView } from '@manyview/core'
import { bytesSource, parseManifest, readDataset, writeNpy } from '@manyview/formats'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'

const fixture = (name: string) => bytesSource(name, readFileSync(new URL(`../fixtures/${name}`, import.meta.url)))
const table = bytesSource('t.csv', new TextEncoder().encode('key,t_1,t_2,i_1,truth\ns1,1,2,3,u\ns0,4,5,6,v\n'))

describe('a manifest of views', () => {
  it('names each view, its file, its part of it, kind, weight and ids', async () => {
    const manifest = parseManifest(
      'views.json',
      JSON.stringify({
        views: {
          text: { file: 't.csv', columns: 't_', weight: 2, id: 'key' },
          image: { file: 't.csv', columns: ['i_1'], kind: 'numeric' },
          rna: { file: 'data/dense.h5ad' },
        },
        labels: { file: 't.csv', name: 'truth' },
      }),
    )
    const data = await readDataset([table, fixture('dense.h5ad')], { manifest })
    expect(data.views.map(({ name, kind, weight }) => [name, kind, weight])).toEqual([
      ['text', 'counts', 2],
      ['image', 'numeric', undefined],
      ['rna', 'counts', undefined],
    ])
    expect(data.ids).toEqual(['s1', 's0'])
    expect(Array.from((data.views[0].view as DenseView).data)).toEqual([1, 2, 4, 5])
    expect(data.labels).toEqual([{ name: 'truth', values: ['u', 'v'] }])
  })

  it('is followed within an archive, whose paths begin where it lies', async () => {
    const text = (value: string) => new TextEncoder().encode(value)
    const manifest = { views: { words: { file: 'parts/t.csv', columns: 't_', weight: 3 } } }
    const zip = zipSync({
      'set/views.json': text(JSON.stringify(manifest)),
      'set/parts/t.csv': await table.slice(0),
      'set/other.csv': text('a,b\n1,2\n'),
    })
    const source = bytesSource('set.zip', zip)
    const data = await readDataset([source])
    expect(data.views.map(({ name, weight, view }) => [name, weight, view.features])).toEqual([['words', 3, 2]])
    expect(data.ids).toEqual(['s1', 's0'])
    await expect(readDataset([source], { samples: 'rows' })).rejects.toThrow(
      'samples: cannot be used with a manifest, write it into set.zip/set/views.json',
    )
    const lost = zipSync({ 'views.json': text('{"a": "a.csv"}'), 'b.csv': text('a,b\n1,2\n') })
    await expect(readDataset([bytesSource('lost.zip', lost)])).rejects.toThrow('"a.csv" is not there')
  })

  it('picks variables of a MATLAB file', async () => {
    const manifest = parseManifest('views.json', '{"second": {"file": "v5.mat", "variable": "X{2}"}, "all": "v5.mat"}')
    const data = await readDataset([fixture('v5.mat')], { manifest })
    expect(data.views.map(({ name }) => name)).toEqual(['second', 'all X{1}', 'all X{2}'])
  })

  it('names the features and the samples of arrays', async () => {
    const spec = { file: 'a.npy', features: ['height', 'weight'], ids: ['ann', 'bob', 'eve'] }
    const read = async (view: object) =>
      readDataset([bytesSource('a.npy', writeNpy(Float64Array.of(1, 2, 3, 4, 5, 6), [3, 2]))], {
        manifest: parseManifest('views.json', JSON.stringify({ people: view })),
      })
    const data = await read(spec)
    expect([data.ids, data.views[0].featureNames]).toEqual([spec.ids, spec.features])
    const turned = await read({ file: 'a.npy', samples: 'columns' })
    expect([turned.samples, turned.views[0].view.features]).toEqual([2, 3])
    await expect(read({ ...spec, samples: 'both' })).rejects.toThrow('samples must be rows or columns')
    await expect(read({ ...spec, features: ['height'] })).rejects.toThrow('the names are 1, but it has 2 features')
    await expect(read({ ...spec, ids: ['ann'] })).rejects.toThrow('has 1 id for 3 samples')
    await expect(read({ ...spec, ids: [1, 2, 3] })).rejects.toThrow('ids must be a list of texts')
  })

  it('takes labels from a file of their own', async () => {
    const truth = bytesSource('truth.csv', new TextEncoder().encode('id,label\ns0,p\ns1,q\n'))
    const manifest = parseManifest(
      'views.json',
      '{"views": {"text": {"file": "t.csv", "columns": "t_", "id": "key"}}, "labels": {"file": "truth.csv", "name": "label"}}',
    )
    expect((await readDataset([table, truth], { manifest })).labels).toEqual([{ name: 'label', values: ['q', 'p'] }])
  })

  it('the example of the documentation is one', () => {
    const page = readFileSync(new URL('../../../../docs/formats.md', import.meta.url), 'utf8')
    const { views, labels } = parseManifest('views.json', /```json\n([^`]+)```/.exec(page)![1])
    expect(Object.keys(views)).toEqual(['image', 'text', 'cells', 'sound'])
    expect([views.text.weight, views.sound.file, labels?.name]).toEqual([2, 'sound.csv', 'class'])
  })

  it('mistakes are named', async () => {
    expect(() => parseManifest('views.json', '{')).toThrow('views.json: is no JSON')
    expect(() => parseManifest('views.json', '{"a": {"columns": "x"}}')).toThrow('view "a": needs a file')
    expect(() => parseManifest('views.json', '{"a": {"file": "x", "colour": 1}}')).toThrow(
      'has "colour", which means nothing here',
    )
    expect(() => parseManifest('views.json', '{"a": {"file": "x", "kind": "big"}}')).toThrow('kind must be one of')
    expect(() => parseManifest('views.json', '{"a": {"file": "x", "weight": -1}}')).toThrow(
      'weight must be a number from 0',
    )
    for (const [text, what] of [
      ['[1]', 'holds no views, give {"views": {"name": {"file": …}}}'],
      ['{}', 'holds no views, give at least one'],
      ['{"views": {}}', 'holds no views, give at least one'],
      ['{"a": 7}', 'view "a": needs a file, give {"file": …}'],
      ['{"views": {"a": "x"}, "labels": "y"}', 'labels must be {"file": …, "name": …}'],
      ['{"views": {"a": "x"}, "labels": {"file": "y"}}', 'labels must be {"file": …, "name": …}'],
      ['{"views": {"a": "x"}, "labels": {"name": "y"}}', 'labels must be {"file": …, "name": …}'],
      ['{"a": {"file": "x", "columns": 3}}', 'columns must be a prefix or a list of names'],
      ['{"a": {"file": "x", "columns": [3]}}', 'columns must be a prefix or a list of names'],
      ['{"a": {"file": "x", "column": 3}}', 'columns must be a prefix or a list of names'],
      ['{"a": {"file": "x", "variable": 3}}', 'variable must be text'],
      ['{"a": {"file": "x", "id": ["y"]}}', 'id must be text'],
      ['{"a": {"file": "x", "features": "y"}}', 'features must be a list of texts'],
      ['{"a": {"file": "x", "weight": "2"}}', 'weight must be a number from 0'],
      ['{"a": {"file": "x", "weight": 1e999}}', 'weight must be a number from 0'],
    ])
      expect(() => parseManifest('views.json', text), text).toThrow(what)
    expect(parseManifest('views.json', '{"a": {"file": "x", "column": "y", "weight": 0}}').views.a).toMatchObject({
      columns: ['y'],
      weight: 0,
    })
    const manifest = parseManifest('views.json', '{"a": "gone.csv"}')
    await expect(readDataset([table], { manifest })).rejects.toThrow('file "gone.csv" is not there')
  })
})
