import { win32 } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bytesSource, fileStem } from '../src/bytes/byte-source.ts'
import { readDataset } from '../src/dataset/read-dataset.ts'
import { isDataFile, isManifest } from '../src/readers/archive/data-files.ts'
import { findingsOfThings } from '../src/things/thing-files.ts'

const folder = win32.join('C:\\', 'Users', 'Ann Lee', 'my data')
const source = (name: string, text: string) =>
  bytesSource(win32.join(folder, name), new TextEncoder().encode(text.replaceAll('\n', '\r\n')))

describe('files of Windows', () => {
  it('are named by their last part', () => {
    expect(fileStem(win32.join(folder, 'text.csv.gz'))).toBe('text')
    expect(isDataFile(win32.join(folder, 'text.npy'))).toBe(true)
    expect(isDataFile(win32.join(folder, '.git', 'text.npy'))).toBe(false)
    expect(isDataFile(win32.join(folder, 'clustering.json'))).toBe(false)
    expect(isManifest(win32.join(folder, 'views.json'))).toBe(true)
  })

  it('are views by their names, with lines that end as there', async () => {
    const shape = source('shape.csv', 'id,a,b\nx,1.5,2.5\ny,3.5,4.5\n')
    const colour = source('colour.csv', 'id,r,g\nx,0.5,1.5\ny,1.25,0.75\n')
    const { views } = await readDataset([shape, colour])
    expect(views.map(({ name }) => name)).toEqual(['shape', 'colour'])
    expect(views.map(({ featureNames }) => featureNames)).toEqual([
      ['a', 'b'],
      ['r', 'g'],
    ])
    expect(views[0].view.ids).toEqual(['x', 'y'])
  })

  it('are found by a manifest, however it writes their paths', async () => {
    const manifest = { views: { one: { file: 'parts\\shape.csv' }, two: { file: 'parts/colour.csv' } } }
    const { views } = await readDataset(
      [source('parts\\shape.csv', 'a,b\n1.5,2.5\n3.5,4.5\n'), source('parts\\colour.csv', 'r,g\n0.5,1.5\n1.25,0.75\n')],
      { manifest },
    )
    expect(views.map(({ name }) => name)).toEqual(['one', 'two'])
  })

  it('of pictures give ids and classes by their folders, written as everywhere', () => {
    const files = ['cats\\1.png', 'cats\\2.png', 'dogs\\1.png', 'dogs\\2.png'].map((name) => source(name, ''))
    const { views, labels } = findingsOfThings({ kind: 'pictures', files })
    expect(views[0].ids).toEqual(['cats/1.png', 'cats/2.png', 'dogs/1.png', 'dogs/2.png'])
    expect(labels[0]?.values).toEqual(['cats', 'cats', 'dogs', 'dogs'])
  })
})
