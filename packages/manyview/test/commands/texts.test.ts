import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { inThisProcess } from '../in-this-process.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()
const at = (name: string) => join(folder, name)
const sport = ['team', 'cup', 'match', 'goal', 'coach', 'league', 'player', 'win', 'season', 'stadium']
const money = ['bank', 'shares', 'market', 'rates', 'profit', 'trade', 'prices', 'firm', 'growth', 'dollar']
/** Eight of the ten words of a kind, never in the same order. */
const texts = Array.from({ length: 30 }, (_, i) => {
  const words = Array.from({ length: 8 }, (_, j) => (i % 2 ? money : sport)[(i + j * (1 + 2 * (i % 3))) % 10])
  return `the ${words.join(' ')} of story ${i}`
})
const table = (name: string, rows: readonly string[]) => {
  writeFileSync(
    at(name),
    `story,price,link\n${rows.map((text, i) => `"${text}",${i % 7},https://example.org/${i}`).join('\n')}\n`,
  )
  return at(name)
}
const news = table('news.csv', texts)
const kmeans = ['-k', '2', '--method', 'kmeans', '--threads', '1']
const labelsOf = (csv: string) =>
  csv
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => Number(line.split(',')[1]))

describe('manyview fit on texts', () => {
  it('finds the column, says so with the flag that changes it, and never fetches addresses', async () => {
    const printed = (await inThisProcess(['fit', news, ...kmeans])).replace(/\s+/g, ' ')
    expect(printed).toContain('30 samples, 4 views')
    expect(printed).toContain('story words')
    expect(printed).toContain(
      'news: texts that become views: story; --kind COLUMN=text names others, --kind COLUMN=none leaves one out',
    )
    expect(printed).toContain('news: web addresses are never fetched: link; save the files and give their paths')
    expect(await inThisProcess(['fit', news, ...kmeans, '--kind', 'story=none'])).toContain('30 samples, 1 view')
    await expect(inThisProcess(['fit', news, ...kmeans, '--kind', 'body=text'])).rejects.toThrow(
      'there is no column "body"',
    )
  })

  it('takes a model as one more view, keeps its name and hash, and asks for it again', async () => {
    const model = fileURLToPath(new URL('../../../formats/test/things/models/fixtures/text-tokens', import.meta.url))
    const flags = ['--embed', model, '--model', at('embed.model'), '--out', at('embed'), '--write', 'none']
    const printed = await inThisProcess(['fit', news, ...kmeans, ...flags])
    expect(printed).toContain('story text-tokens')
    const { reading } = JSON.parse(readFileSync(at('embed/clustering.json'), 'utf8'))
    expect(reading.models).toEqual([{ name: 'text-tokens', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }])
    await expect(inThisProcess(['assign', at('embed.model'), news])).rejects.toThrow(
      'the clusters were made with the model "text-tokens"',
    )
    expect(await inThisProcess(['assign', at('embed.model'), news, '--embed', model])).toContain('30 samples assigned')
    const twice = ['--embed', model, '--embed', model]
    await expect(inThisProcess(['fit', news, ...kmeans, ...twice])).rejects.toThrow(
      'two models are called "text-tokens"',
    )
    await expect(inThisProcess(['fit', news, ...kmeans, '--kind', 'story=none', '--embed', model])).rejects.toThrow(
      '"text-tokens" is a model for texts, and none were read for it, leave it out',
    )
  })

  it('shows snippets in the report, and places new texts with the model file alone', async () => {
    const words = ['--views', 'story', '--out', at('labels.csv'), '--model', at('news.model')]
    await inThisProcess(['fit', news, '-k', '2', '--threads', '1', ...words, '--out', at('out')])
    expect(readFileSync(at('out/report.html'), 'utf8')).toContain(texts[0])
    const labels = labelsOf(readFileSync(at('labels.csv'), 'utf8'))
    expect(labels.every((label, i) => label === labels[i % 2])).toBe(true)
    const fresh = table('fresh.csv', [
      'The team lost the match at home',
      'The bank: shares fell',
      'A cup for the coach',
    ])
    await inThisProcess(['assign', at('news.model'), fresh, '--views', 'story', '--out', at('placed.csv'), '--quiet'])
    expect(labelsOf(readFileSync(at('placed.csv'), 'utf8'))).toEqual([labels[0], labels[1], labels[0]])
  })

  it('takes a folder of texts, and says which of them it cannot read', async () => {
    mkdirSync(at('stories/more'), { recursive: true })
    texts.forEach((text, i) => {
      writeFileSync(at(`stories/${i % 2 ? 'more/' : ''}${i}.${['txt', 'md', 'html'][i % 3]}`), text)
    })
    expect(await inThisProcess(['fit', at('stories'), ...kmeans])).toContain('30 texts, a sample per file')
    writeFileSync(at('stories/empty.txt'), '')
    await expect(inThisProcess(['fit', at('stories'), ...kmeans])).rejects.toThrow(
      '1 of 31 samples have nothing to be clustered by ("empty.txt")',
    )
    const skipping = (await inThisProcess(['fit', at('stories'), ...kmeans, '--skip-broken'])).replace(/\s+/g, ' ')
    expect(skipping).toContain('left out: 1 sample of 31 with nothing in any view ("empty.txt")')
  })
})
