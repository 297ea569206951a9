import { describe, expect, it } from 'vitest'
import { folder, present } from '../../../formats/test/public-files.ts'
import { inThisProcess } from '../in-this-process.ts'

describe.skipIf(!present)('1,490 news articles', () => {
  it('fall into their five kinds with no flag but the number: NMI at least 86', async () => {
    const news = `${folder}/text/bbc-news.csv`
    const printed = await inThisProcess(['fit', news, '--clusters', '5', '--labels', 'auto', '--json'])
    const { scores } = JSON.parse(printed)
    expect(scores.nmi).toBeGreaterThan(0.86)
  })
})
