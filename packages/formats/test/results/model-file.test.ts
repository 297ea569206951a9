import { assign, cluster, InputError, type Model, trainModel } from '@manyview/core'
import { Random } from '@manyview/core/numerics'
import { describe, expect, it } from 'vitest'
import { sha256 } from '../../src/bytes/sha256.ts'
import { readModel, writeModel } from '../../src/results/model.ts'
import { packModel, unpackModel } from '../../src/results/model-container.ts'
import { someModels, someViews } from './models.ts'

const models = await someModels()
const ways = Object.keys(models) as Model['way'][]

function refusal(bytes: Uint8Array): InputError {
  try {
    readModel(bytes, 'a.model')
  } catch (error) {
    expect(error).toBeInstanceOf(InputError)
    return error as InputError
  }
  throw new Error('the file was not refused')
}

describe('writeModel(model) and readModel(bytes)', () => {
  it.each(ways)('give the very same model back, which assigns the same (%s)', async (way) => {
    const bytes = writeModel(models[way])
    const again = readModel(bytes)
    expect(again).toEqual(models[way])
    expect(writeModel(again)).toEqual(bytes)
    const fresh = someViews(20, 2)
    expect(await assign(again, fresh)).toEqual(await assign(models[way], fresh))
  })

  it('hold samples that agree in every view once', async () => {
    const views = Object.fromEntries(
      Object.entries(someViews(45, 1) as Record<string, number[][]>).map(([name, rows]) => [name, [...rows, ...rows]]),
    )
    const model = await trainModel(views, await cluster(views, { clusters: 3 }))
    const again = readModel(writeModel(model))
    expect(again.samples).toBe(45)
    const { labels } = await assign(again, views)
    expect(labels.subarray(0, 45)).toEqual(labels.subarray(45))
  })

  it('read a file wherever its bytes begin in memory', () => {
    const bytes = writeModel(models.neighbours)
    const shifted = new Uint8Array(bytes.length + 3)
    shifted.set(bytes, 3)
    expect(readModel(shifted.subarray(3))).toEqual(models.neighbours)
    expect(readModel(Buffer.from(bytes))).toEqual(models.neighbours)
  })

  it('say in the file whether it holds training data, and keep no ids', () => {
    const text = (way: Model['way']) => new TextDecoder().decode(writeModel(models[way]).subarray(24, 400))
    expect(text('neighbours')).toContain('"trainingData": "yes: the scores and memberships of all 45 training samples')
    expect(text('latent')).toContain('"trainingData": "no:')
    expect(text('centres')).toContain('"trainingData": "no:')
  })

  it('refuse a file in which any one bit was changed', () => {
    const random = new Random(1)
    for (const way of ways) {
      const bytes = writeModel(models[way])
      const header = Array.from({ length: 24 * 8 }, (_, bit) => bit)
      const anywhere = Array.from({ length: 60 }, () => random.below(bytes.length * 8))
      for (const bit of [...header, ...anywhere]) {
        const changed = bytes.slice()
        changed[bit >> 3] ^= 1 << (bit & 7)
        expect(refusal(changed).code, `bit ${bit}`).toBe('bad-model')
      }
    }
  })

  it('refuse a file that was cut anywhere or added to', () => {
    const bytes = writeModel(models.centres)
    const random = new Random(2)
    for (const length of [0, 7, 8, 23, 24, 55, 56, ...Array.from({ length: 20 }, () => random.below(bytes.length))])
      expect(refusal(bytes.subarray(0, length)).code, `${length} bytes`).toBe('bad-model')
    const longer = new Uint8Array(bytes.length + 1)
    longer.set(bytes)
    expect(refusal(longer).message).toContain('it was cut or added to')
  })

  it('say what is wrong in one sentence', () => {
    const bytes = writeModel(models.latent)
    const changed = bytes.slice()
    changed[300] ^= 1
    expect(refusal(changed).message).toBe(
      'a.model: was changed after it was saved (its SHA-256 does not fit), make it again with "manyview fit --model"',
    )
    expect(refusal(new TextEncoder().encode('id,label\n1,2\n')).message).toBe(
      'a.model: is no model of Manyview, give the file that "manyview fit --model" wrote',
    )
    const contents = unpackModel(bytes, 'a.model')
    expect(refusal(packModel(contents, 9)).message).toBe(
      'a.model: has version 9 but this Manyview knows version 2, update Manyview',
    )
    expect(refusal(packModel(contents, 0)).message).toBe(
      'a.model: has version 0, which this Manyview no longer reads, make it again with "manyview fit --model"',
    )
  })

  it('refuse sound files whose contents do not fit together', () => {
    const { header, arrays } = unpackModel(writeModel(models.neighbours), 'a.model')
    const model = header.model as Record<string, unknown>
    const forged = (changes: object) => refusal(packModel({ header: { model: { ...model, ...changes } }, arrays }))
    expect(forged({ samples: 44 }).message).toContain('has 135 entries instead of 132')
    expect(forged({ clusters: -1 }).message).toContain('clusters should be')
    expect(forged({ way: 'magic' }).message).toContain('way should be')
    expect(forged({ memberships: { array: 99 } }).message).toContain('memberships should be')
    expect(forged({ parts: [{ view: 7 }] }).code).toBe('bad-model')
    const broken = arrays.map((array) => (array instanceof Float32Array ? array.map(() => Number.NaN) : array))
    expect(refusal(packModel({ header, arrays: broken })).message).toContain('should be')
    expect(refusal(packModel({ header: {}, arrays: [] })).code).toBe('bad-model')
  })

  it('refuse sound files that are laid out as no Manyview does', () => {
    const { header, arrays } = unpackModel(writeModel(models.centres), 'a.model')
    const whole = packModel({ header, arrays })
    const text = new TextDecoder('latin1').decode(whole)
    /** The same bytes with a part of the header replaced by one of the same length, and the digest made anew. */
    const changed = (from: string, to: string) => {
      expect(text).toContain(from)
      const bytes = whole.slice()
      bytes.set(new TextEncoder().encode(to.padEnd(from.length)), text.indexOf(from))
      bytes.set(sha256(bytes.subarray(0, bytes.length - 32)), bytes.length - 32)
      return refusal(bytes).message
    }
    const layout = /"arrays":\s*\[\s*\{[^}]*"length":\s*(\d+)/.exec(text)!
    const known = (length: string) => layout[0].replace(/\d+$/, length)
    for (const [from, to] of [
      [layout[0], known('9'.repeat(layout[1].length))],
      [layout[0], known('1')],
      [layout[0], known('-1')],
      ['"float64"', '"float63"'],
      ['"arrays"', '"arrows"'],
      ['"arrays"', '"arrays '],
    ])
      expect(changed(from, to), to).toBe(
        'a.model: holds what no Manyview has written, make it again with "manyview fit --model"',
      )
  })
})
