import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { normal, Random } from '@manyview/core/numerics'
import { beforeAll, describe, expect, it } from 'vitest'
import { inThisProcess } from '../in-this-process.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()
const path = (name: string) => join(folder, name)

const manyview = (...words: string[]) => inThisProcess(words)

const refusal = (...words: string[]) =>
  manyview(...words).then(
    () => 'not refused',
    (error: Error) => error.message,
  )

/** CSV of samples around three centres that all views agree on; ids begin with `name`. */
function view(file: string, name: string, samples: number, features: number, seed: number): string {
  const random = new Random(seed)
  const head = ['id', ...Array.from({ length: features }, (_, j) => `f${j}`)]
  const rows = Array.from({ length: samples }, (_, i) => [
    `${name}${i}`,
    ...Array.from({ length: features }, (_, j) => ((i * (j + 1)) % 3) * 9 + normal(random)),
  ])
  writeFileSync(path(file), `${[head, ...rows].map((row) => row.join()).join('\n')}\n`)
  return path(file)
}

const [text, image] = [view('text.csv', 's', 60, 5, 1), view('image.csv', 's', 60, 4, 2)]
const model = path('some.model')
let fitted = ''

beforeAll(async () => {
  fitted = await manyview('fit', text, image, '-k', '3', '--model', model, '--out', path('fitted.csv'))
})

describe('manyview fit --model and manyview assign', () => {
  it('say whether the model holds training data', async () => {
    expect(fitted.replace(/\s+/g, ' ')).toContain(
      'holds the scores and memberships of all 60 training samples (no ids)',
    )
    const other = await manyview('fit', text, image, '-k', '3', '--method', 'kmeans', '--model', path('k.model'))
    expect(other.replace(/\s+/g, ' ')).toContain('holds no training data')
    expect(readFileSync(model).includes('s17')).toBe(false)
  })

  it('work where samples of the fit are copies of others', async () => {
    const copied = ['text', 'image'].map((name) => {
      const lines = readFileSync(path(`${name}.csv`), 'utf8')
        .trim()
        .split('\n')
      writeFileSync(path(`${name}-copied.csv`), `${[...lines, lines[1].replace('s0', 'copy')].join('\n')}\n`)
      return path(`${name}-copied.csv`)
    })
    await manyview('fit', ...copied, '-k', '3', '--model', path('copies.model'), '--out', path('before.csv'), '-q')
    await manyview('assign', path('copies.model'), ...copied, '--out', path('after.csv'), '-q')
    const labels = (name: string) =>
      readFileSync(path(name), 'utf8')
        .split('\n')
        .map((line) => line.split(',')[1])
    expect(labels('after.csv')).toEqual(labels('before.csv'))
  })

  it('give the samples of the fit their labels back, by file, by stdout and as JSON', async () => {
    const printed = await manyview('assign', model, text, image, '--out', path('out'), '--out', path('l.csv'))
    expect(printed).toContain('60 samples assigned by the neighbours of each among 60 training samples')
    const labels = (name: string) =>
      readFileSync(path(name), 'utf8')
        .split('\n')
        .map((line) => line.split(',').slice(0, 2).join())
    expect(labels('out/labels.csv')).toEqual(labels('fitted.csv'))
    expect(readFileSync(path('l.csv'), 'utf8')).toBe(readFileSync(path('out/labels.csv'), 'utf8'))
    expect(readFileSync(path('out/memberships.csv'), 'utf8')).toMatch(/^id,cluster_0,cluster_1,cluster_2\ns0,/)
    expect(await manyview('assign', model, text, image, '--out', '-')).toBe(readFileSync(path('l.csv'), 'utf8'))
    const json = JSON.parse(await manyview('assign', model, text, image, '--json', '--labels', path('fitted.csv')))
    expect(json).toMatchObject({
      model: { method: 'consensus', clusters: 3, samples: 60, way: 'neighbours', holdsTrainingData: true },
      samples: 60,
      sizes: [20, 20, 20],
      scores: { acc: 1 },
      warnings: [],
    })
  })

  it('place new samples of which some, or all, lack a view', async () => {
    view('n-text.csv', 't', 30, 5, 3)
    writeFileSync(
      path('views.json'),
      JSON.stringify({
        views: { text: { file: 'n-text.csv', id: 'id' }, image: { file: 'n-image.csv', id: 'id' } },
      }),
    )
    view('n-image.csv', 't', 20, 4, 4)
    const some = JSON.parse(await manyview('assign', model, path('views.json'), '--json'))
    expect(some.samples).toBe(30)
    expect(some.sizes).toEqual([10, 10, 10])
    writeFileSync(path('views.json'), JSON.stringify({ views: { text: { file: 'n-text.csv', id: 'id' } } }))
    expect(JSON.parse(await manyview('assign', model, path('views.json'), '--json')).sizes).toEqual([10, 10, 10])
  })

  it('read a single sample, whose shape says nothing, as the model needs it', async () => {
    const one = readFileSync(text, 'utf8')
      .split('\n')
      .slice(0, 2)
      .map((line) => line.split(',').slice(1).join())
    writeFileSync(path('views.json'), JSON.stringify({ views: { text: { file: 'one.csv' } } }))
    writeFileSync(path('one.csv'), `${one.join('\n')}\n`)
    expect(JSON.parse(await manyview('assign', model, path('views.json'), '--json')).samples).toBe(1)
  })

  it('refuse in one sentence what is no model, was changed, or is a model of other views', async () => {
    expect(await refusal('assign', text, text)).toContain('is no model of Manyview')
    expect(await refusal('assign', path('nothing.model'), text)).toContain('there is no such file')
    const bytes = readFileSync(model)
    bytes[1000] ^= 4
    writeFileSync(path('bad.model'), bytes)
    expect(await refusal('assign', path('bad.model'), text)).toContain('was changed after it was saved')
    const sound = view('sound.csv', 's', 30, 6, 5)
    expect(await refusal('assign', model, sound)).toBe(
      'sound: is no view of the model, whose views are "text", "image": give the new samples in those',
    )
    writeFileSync(path('views.json'), JSON.stringify({ views: { text: { file: 'image.csv', id: 'id' } } }))
    expect(await refusal('assign', model, path('views.json'))).toContain(
      "text: has 4 features but the model's view of that name has 5",
    )
    writeFileSync(path('text.csv'), readFileSync(text, 'utf8').replace(/^(s3,)[^,]+/m, '$1'))
    expect(await refusal('assign', model, text)).toMatch(/^text: has 1 missing value .* with --missing mean/)
    expect(JSON.parse(await manyview('assign', model, text, '--missing', 'mean', '--json')).samples).toBe(60)
    expect(await refusal('assign', model, text, '--missing', 'lowrank')).toBe('--missing: is "lowrank", give mean')
    expect(await refusal('fit', text, '-k', '3', '--model', join(text, 'x.model'))).toContain('is a file, not a folder')
  })
})
