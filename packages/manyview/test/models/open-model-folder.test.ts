import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DenseView } from '@manyview/core'
import { bytesSource } from '@manyview/formats'
import { checkRecipes, viewsOfThings } from '@manyview/formats/things'
import { describe, expect, it } from 'vitest'
import { openModelFolder } from '../../src/node.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const things = new URL('../../../formats/test/things/', import.meta.url)
const folder = (name: string) => fileURLToPath(new URL(`models/fixtures/${name}`, things))
const texts = ['The team won a match', 'bank shares and the market', '', 'stars of the night', 'unheard']
const column = { kind: 'texts' as const, name: 'body', source: 'a.csv', texts: [...texts, ...texts] }
const place = temporaryFolder()

/** A copy of a model that may be spoilt. */
function copy(name: string, own: string): string {
  cpSync(folder(name), join(place, own), { recursive: true })
  return join(place, own)
}

describe('a model for texts', () => {
  it('is one more view: the mean of the tokens, of unit length, and nothing where there is no text', async () => {
    const model = await openModelFolder(folder('text-tokens'))
    const [{ views, recipes }] = await viewsOfThings([column], { embed: [model] })
    expect(views.at(-1)).toMatchObject({
      name: 'body text-tokens',
      kind: 'numeric',
      view: { samples: 10, features: 6 },
    })
    const { data, present } = views.at(-1)!.view as DenseView & { data: Float32Array }
    expect(Array.from(present!)).toEqual([1, 1, 0, 1, 1, 1, 1, 0, 1, 1])
    const vocabulary: Record<string, number> = JSON.parse(
      readFileSync(join(folder('text-tokens'), 'tokenizer.json'), 'utf8'),
    ).model.vocab
    const table = await rows(Object.keys(vocabulary).length)
    // [CLS] the team [UNK] a match [SEP], as the tokenizer cuts the first text.
    const tokens = ['[CLS]', 'the', 'team', '[UNK]', 'a', 'match', '[SEP]'].map((word) => table[vocabulary[word]])
    const sums = Array.from({ length: 6 }, (_, j) => tokens.reduce((sum, row) => sum + row[j], 0))
    const length = Math.hypot(...sums)
    for (const [j, sum] of sums.entries()) expect(data[j]).toBeCloseTo(sum / length, 6)
    expect(data.slice(30, 60)).toEqual(data.slice(0, 30))
    expect(recipes.at(-1)).toEqual({ kind: 'model', column: 'body', name: 'text-tokens', sha256: model.sha256 })
    await model.end()
  })

  it('that gives a vector per text, and lies in onnx/, gives the same', async () => {
    const both = await Promise.all([openModelFolder(folder('text-tokens')), openModelFolder(folder('text-sentence'))])
    const [{ views }] = await viewsOfThings([column], { embed: both })
    const [tokens, sentence] = views.slice(-2).map(({ view }) => Array.from((view as DenseView).data))
    for (const [i, value] of sentence.entries()) expect(value).toBeCloseTo(tokens[i], 6)
  })

  it('reads a text up to the length that its tokenizer tells', async () => {
    const model = await openModelFolder(folder('text-tokens'))
    if (model.kind !== 'texts') throw new Error('is a model for texts')
    const long = await model.embed('bank '.repeat(14))
    expect(await model.embed(`${'bank '.repeat(14)}moon moon`)).toEqual(long)
    expect(await model.embed('bank '.repeat(13))).not.toEqual(long)
  })

  it('is asked for again by the recipes, and another in its place is told', async () => {
    const model = await openModelFolder(folder('text-tokens'))
    const [{ recipes }] = await viewsOfThings([column], { embed: [model] })
    const known = checkRecipes(JSON.parse(JSON.stringify(recipes)), 'a.model')
    const news = { ...column, texts: texts.slice(0, 2) }
    const [{ views }] = await viewsOfThings([news], { recipes: known, embed: [model] })
    expect(views.at(-1)!.name).toBe('body text-tokens')
    await expect(viewsOfThings([news], { recipes: known })).rejects.toThrow(
      `embed: the clusters were made with the model "text-tokens" (SHA-256 ${model.sha256.slice(0, 12)}…) for "body", give its folder`,
    )
    const other = copy('text-sentence', 'text-tokens')
    await expect(viewsOfThings([news], { recipes: known, embed: [await openModelFolder(other)] })).rejects.toThrow(
      'for "body", and the one that was given has other files, give its folder',
    )
  })
})

describe('a model for pictures', () => {
  it('sees each picture as its preprocessor_config.json tells', async () => {
    const model = await openModelFolder(folder('picture'))
    const file = (name: string) =>
      bytesSource(name, new Uint8Array(readFileSync(new URL(`pictures/fixtures/${name}`, things))))
    const pictures = [file('rgb.png'), null, file('grey.jpg')]
    const [{ views }] = await viewsOfThings([{ kind: 'pictures', name: 'photo', source: '', pictures }], {
      embed: [model],
    })
    const { data, present } = views.at(-1)!.view as DenseView & { data: Float32Array }
    expect(views.at(-1)!.name).toBe('photo picture')
    expect(Array.from(present!)).toEqual([1, 0, 1])
    expect(data).toHaveLength(36)
    for (const start of [0, 24]) expect(Math.hypot(...data.slice(start, start + 12))).toBeCloseTo(1, 6)
    // Grey: red, green and blue differ by what is taken off and the spread alone.
    const grey = data.slice(24)
    const [r, g, b] = [grey[0], grey[4], grey[8]]
    const scale = (0.25 * g - 0.5 * r) / 0.1
    expect(0.2 * b - 0.25 * g).toBeCloseTo(0.1 * scale, 5)
  })
})

describe('a folder without a model that can be run', () => {
  it('is refused in one line that says what is missing', async () => {
    const lacking = copy('text-tokens', 'lacking')
    rmSync(join(lacking, 'tokenizer.json'))
    await expect(openModelFolder(lacking)).rejects.toThrow('lacking: holds no tokenizer.json, which this model needs')
    const picture = copy('picture', 'no-settings')
    rmSync(join(picture, 'preprocessor_config.json'))
    await expect(openModelFolder(picture)).rejects.toThrow('holds no preprocessor_config.json')
    const named = copy('picture', 'other-name')
    cpSync(join(named, 'model.onnx'), join(named, 'model_quantized.onnx'))
    rmSync(join(named, 'model.onnx'))
    await expect(openModelFolder(named)).rejects.toThrow(
      'other-name: holds no model.onnx (but model_quantized.onnx: rename the one to use), give the folder of an ONNX model',
    )
    await expect(openModelFolder(join(place, 'nowhere'))).rejects.toThrow('there is no such file or folder')
  })

  it('is refused in one line where a file is damaged', async () => {
    const damaged = copy('text-tokens', 'damaged')
    writeFileSync(join(damaged, 'model.onnx'), 'this is no model')
    await expect(openModelFolder(damaged)).rejects.toThrow(
      /damaged\/model\.onnx: cannot be run \(.+\), export it to ONNX again/,
    )
    const settings = copy('picture', 'bad-settings')
    writeFileSync(join(settings, 'preprocessor_config.json'), '{"size": "large"}')
    await expect(openModelFolder(settings)).rejects.toThrow('says no size that is understood ("large"), correct it')
    const json = copy('text-tokens', 'bad-json')
    writeFileSync(join(json, 'tokenizer.json'), '{')
    await expect(openModelFolder(json)).rejects.toThrow(
      'tokenizer.json: is damaged (it is no JSON object), save the model again',
    )
    const empty = copy('text-tokens', 'empty-tokenizer')
    writeFileSync(join(empty, 'tokenizer.json'), '{}')
    await expect(openModelFolder(empty)).rejects.toThrow(
      /tokenizer\.json: is not understood \(.+\), save the model again/,
    )
  })
})

/** The table in the model: its only stored array of numbers, six per word. */
async function rows(words: number): Promise<number[][]> {
  const bytes = readFileSync(join(folder('text-tokens'), 'model.onnx'))
  const length = 4 * 6 * words
  // The array stands behind its own length, as protocol buffers write it (tag 9: raw data).
  const tag = Buffer.from([0x4a, (length & 0x7f) | 0x80, length >> 7])
  const start = bytes.indexOf(tag) + tag.length
  return Array.from({ length: words }, (_, i) =>
    Array.from({ length: 6 }, (_, j) => bytes.readFloatLE(start + 4 * (6 * i + j))),
  )
}
