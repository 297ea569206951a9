import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { InputError } from '@manyview/core'
import { type ClusteringRecord, parseRecord, recordText, storedClustering } from '@manyview/formats'
import { describe, expect, it } from 'vitest'
import { readClusteringRecord } from '../../src/node.ts'
import { storedExample } from '../stored-example.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()
const { record } = storedExample({
  samples: 12,
  ids: Array.from({ length: 12 }, (_, i) => `é ${i}`),
  classes: ['a', 'b'],
})
const text = recordText(record)

const read = (content: string) => {
  const path = join(folder, 'clustering.json')
  writeFileSync(path, content)
  return readClusteringRecord(path)
}
const changed = (change: (copy: Record<string, never> & ClusteringRecord) => void) => {
  const copy = JSON.parse(text)
  change(copy)
  return read(JSON.stringify(copy))
}

describe('readClusteringRecord(path)', () => {
  it('gives back what was written', async () => {
    const stored = await read(text)
    expect(stored.record).toEqual(record)
    expect(Array.from(stored.labels)).toEqual([0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2])
    expect(stored.ids![3]).toBe('é 3')
    expect(stored.confidence![3]).toBeCloseTo(0.3, 6)
    expect(Array.from(stored.truth!.codes).slice(0, 4)).toEqual([0, 1, 0, 1])
    expect(stored.explanation!.map.length).toBe(24)
    expect(Array.from(stored.explanation!.views![0].leaning)).toEqual([1, 1, 2, 0, 1, 0, -1, 1, 2, 0, 2, 2])
    expect(Array.from(stored.explanation!.views![1].strength).slice(0, 5)).toEqual([0, 0.25, 0.5, 0.75, 0])
  })

  it('reads a file from before views had a say', async () => {
    const stored = await changed((copy) => {
      delete (copy.explanation as { views?: unknown }).views
    })
    expect(stored.explanation!.views).toBeNull()
  })

  it('refuses a file that was cut off anywhere', () => {
    for (let end = 0; end < text.trimEnd().length; end++)
      expect(() => storedClustering(parseRecord(text.slice(0, end))), String(end)).toThrow(InputError)
  })

  it('refuses other files, and says which file is wanted', async () => {
    await expect(read('{"a": 1}')).rejects.toThrow(/is no clustering of Manyview, give the clustering.json/)
    await expect(read('null')).rejects.toThrow(/is no clustering of Manyview/)
    await expect(read('id,label\n1,2\n')).rejects.toThrow(/is not JSON/)
    await expect(readClusteringRecord(join(folder, 'none.json'))).rejects.toThrow(/there is no such file/)
    await expect(readClusteringRecord(folder)).rejects.toThrow(InputError)
  })

  it('refuses a newer version and says what to do', async () => {
    await expect(
      changed((copy) => {
        copy.version = 2 as never
      }),
    ).rejects.toThrow(/has version 2 but this Manyview knows version 1, update Manyview/)
  })

  it('refuses what was changed by hand so that its parts do not fit', async () => {
    const cases: [RegExp, Parameters<typeof changed>[0]][] = [
      [/labels/, (copy) => Object.assign(copy, { clusters: 2 })],
      [/12 ids for 13 samples/, (copy) => Object.assign(copy, { samples: 13 })],
      [/sizes/, (copy) => Object.assign(copy, { clusters: 1e12 })],
      [/sizes/, (copy) => Object.assign(copy, { sizes: [4, 4, 5] })],
      [/1 id for 12 samples/, (copy) => Object.assign(copy.assignment, { ids: ['a'] })],
      [/samples/, (copy) => Object.assign(copy, { samples: -1 })],
      [/samples/, (copy) => Object.assign(copy, { samples: 1e12 })],
      [/base64/, (copy) => Object.assign(copy.explanation!.map, { base64: '<b>' })],
      [/type/, (copy) => Object.assign(copy.explanation!.map, { type: 'float128' })],
      [/places on the map/, (copy) => Object.assign(copy.explanation!.map, { base64: 'AAAA' })],
      [/agreement/, (copy) => Object.assign(copy.explanation!, { agreement: [[1]] })],
      [/support/, (copy) => Object.assign(copy.explanation!, { support: [] })],
      [/clusters that views lean to/, (copy) => Object.assign(copy.explanation!.views![0].leaning, { base64: 'AAAA' })],
      [
        /strengths of views hold 255/,
        (copy) => Object.assign(copy.explanation!.views![0].strength, { base64: '////////////////' }),
      ],
      [
        /leanings of 1 view but 2 views/,
        (copy) => Object.assign(copy.explanation!, { views: copy.explanation!.views!.slice(1) }),
      ],
      [/names sample 99 of 12/, (copy) => Object.assign(copy.explanation!.clusters[0], { typical: [99] })],
      [/effect/, (copy) => Object.assign(copy.explanation!.clusters[0].features[0][0], { effect: 'large' })],
      [/warnings/, (copy) => Object.assign(copy, { warnings: [{}] })],
    ]
    for (const [message, change] of cases)
      await expect(changed(change), String(message)).rejects.toThrow(
        expect.objectContaining({ name: 'InputError', message: expect.stringMatching(message) }),
      )
  })

  it('refuses places on the map that are no numbers', async () => {
    const nan = Buffer.alloc(12 * 2 * 4)
    for (let i = 0; i < 24; i++) nan.writeFloatLE(Number.NaN, 4 * i)
    await expect(
      changed((copy) => Object.assign(copy.explanation!.map, { base64: nan.toString('base64') })),
    ).rejects.toThrow(/not all numbers/)
  })
})
