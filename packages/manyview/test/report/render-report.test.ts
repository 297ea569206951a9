import { createHash } from 'node:crypto'
import { parseHTML } from 'linkedom'
import { describe, expect, it } from 'vitest'
import { renderReport } from '../../src/node.ts'
import { storedExample } from '../stored-example.ts'

const pageOf = async (...given: Parameters<typeof renderReport>) => {
  const text = await renderReport(...given)
  return { text, document: parseHTML(text).document }
}
const hostile = '</script><img src=x onerror="alert(1)"> \'"&'

describe('renderReport(stored)', () => {
  it('says what was clustered and how, and how it ended', async () => {
    const { document } = await pageOf(storedExample({ classes: ['cat', 'dog', 'emu'] }), { seconds: 75 })
    const words = document.body.textContent!
    for (const part of [
      'data.mat',
      '60 samples',
      '2 sides',
      '3 clusters',
      'consensus',
      'seed 7',
      '1 min 15 s',
      'words',
      'pixels',
      'accuracy',
      '0.1.0',
      'ab'.repeat(32),
    ])
      expect(words).toContain(part)
    expect(document.querySelectorAll('details.card').length).toBe(3)
    expect(document.querySelectorAll('h2').length).toBeGreaterThan(4)
  })

  it('begins with how far to believe it, and says how far to believe each map', async () => {
    const { document } = await pageOf(storedExample())
    expect(document.querySelector('.verdict')!.textContent).toMatch(
      /^(Clear|Fair|Weak) structure: mean confidence 0\.\d\d\. words carries the result\.$/,
    )
    expect(document.querySelector('#outside')!.parentElement!.textContent).toContain('Trust 47 %')
    const maps = [...document.querySelectorAll('.small-maps figcaption')].map((caption) => caption.textContent)
    expect(maps).toEqual(['words alone, trust 50 %', 'pixels alone, trust 40 %'])
    const { document: apart } = await pageOf(storedExample({ pulledApart: true }))
    expect(apart.body.textContent).toContain('Clusters are pulled apart')
  })

  it('lists the samples that one view puts in their cluster and another elsewhere', async () => {
    const { document } = await pageOf(storedExample())
    const rows = [...document.querySelectorAll('table')].find((each) => each.textContent!.includes('here by'))!
    const cells = [...rows.querySelectorAll('tbody tr')].map((row) => row.textContent!)
    // Sample 10 is in cluster 1; the first view leans to the next one there, the second keeps it.
    expect(cells).toContain('sample 101pixelswords → 2')
    expect(rows.querySelectorAll('button[data-fly]').length).toBe(cells.length)
  })

  it('names clusters and their sizes on the chips, and tells what is under the pointer on every figure', async () => {
    const { document } = await pageOf(storedExample({ classes: ['cat', 'dog', 'emu'] }))
    expect(document.querySelector('button[data-cluster="1"]')!.textContent).toBe('Cluster 1 20')
    for (const figure of document.querySelectorAll('figure:not(.small-maps figure) > svg, figure .scroll > svg'))
      expect(figure.querySelectorAll('title').length, figure.getAttribute('aria-label')!).toBeGreaterThan(0)
  })

  it('says the number of a cluster without a name of its own once', async () => {
    const stored = storedExample()
    const names = ['cats', 'Cluster 1', 'a name of forty letters that stands whole']
    const { document } = await pageOf({ ...stored, record: { ...stored.record, names } })
    const chip = (cluster: number) => document.querySelector(`button[data-cluster="${cluster}"]`)!.textContent
    expect([0, 1, 2].map(chip)).toEqual(['0 cats 20', 'Cluster 1 20', `2 ${names[2]} 20`])
    const heads = [...document.querySelectorAll('details.card[id] > summary')].map((head) => head.textContent!.trim())
    expect(heads[0]).toMatch(/^Cluster 0 cats 20 samples/)
    expect(heads[1]).toMatch(/^Cluster 1 {2}20 samples/)
    const data = JSON.parse(document.getElementById('data')!.textContent!)
    expect(data.names).toEqual([names[0], '', names[2]])
  })

  it('takes at most 2 MB for 10,000 samples with ids', async () => {
    const ids = Array.from({ length: 10_000 }, (_, i) => `TCGA-A8-${String(i).padStart(6, '0')}-01`)
    const views = ['a', 'b', 'c', 'd', 'e', 'f']
    const text = await renderReport(storedExample({ samples: 10_000, ids, views, classes: ['x', 'y', 'z'] }))
    expect(text.length).toBeLessThan(2_000_000)
  })

  it('shows everything that comes from the data as text', async () => {
    const stored = storedExample({
      ids: Array.from({ length: 60 }, (_, i) => `${hostile}${i}`),
      views: [hostile, 'b'],
      classes: [hostile, 'x', 'y'],
      warnings: [hostile],
    })
    const { text, document } = await pageOf(stored)
    expect(document.querySelectorAll('img').length).toBe(0)
    expect(document.querySelectorAll('script').length).toBe(2)
    expect(text).not.toContain('<img')
    expect(document.querySelector('.warnings')!.textContent).toContain(hostile)
    expect(document.querySelector('#cluster-0 .id')!.textContent).toBe(`${hostile}0`)
    const data = JSON.parse(document.getElementById('data')!.textContent!)
    expect(data.ids[3]).toBe(`${hostile}3`)
    expect(text.match(/<\/script/g)!.length).toBe(2)
  })

  it('tests metadata, draws survival, and colours the map by every column', async () => {
    const metadata = {
      time: Array.from({ length: 60 }, (_, i) => 10 + 7 * i),
      death: Array.from({ length: 60 }, (_, i) => i % 2),
      [hostile]: Array.from({ length: 60 }, (_, i) => (i === 7 ? null : `${hostile}${i % 3}`)),
      same: Array.from({ length: 60 }, () => 'yes'),
    }
    const { document, text } = await pageOf(storedExample({ metadata }))
    const section = [...document.querySelectorAll('section')].find((each) => each.textContent!.includes('at risk'))!
    expect([...section.querySelectorAll('tbody th')].map((cell) => cell.textContent)).toEqual([hostile, 'time, death'])
    expect(section.textContent).toContain('Not tested: same (has one value only).')
    expect(text).not.toContain('<img')
    const options = [...document.querySelectorAll('#column option')].map((option) => option.textContent)
    expect(options).toEqual(['Metadata…', 'time', 'death', hostile, 'same'])
    expect(document.querySelectorAll('[data-legend="column 2"] span').length).toBe(3)
    const data = JSON.parse(document.getElementById('data')!.textContent!)
    expect(data.metadata).toHaveLength(4)
  })

  it('shows texts and pictures beside typical and odd samples and on the map, each picture once', async () => {
    const texts = Array.from({ length: 60 }, (_, i) => `${hostile} text ${i}`)
    const things = [{ kind: 'texts' as const, name: 'story', source: 'a.csv', texts }]
    const { text, document } = await pageOf(storedExample(), { things })
    const { typical } = storedExample().explanation!.clusters[0]
    expect(document.querySelector('#cluster-0 li .text')!.textContent).toBe(texts[typical[0]])
    // Odd samples have their text, too: scores are highest from sample 6 on, in steps of seven.
    expect(document.querySelector('.odd th .text')!.textContent).toBe(texts[6])
    const data = JSON.parse(document.getElementById('data')!.textContent!)
    expect(data.previews).toHaveLength(60)
    expect(data.previews[7]).toEqual([7, texts[7], null])
    expect(text).not.toContain('<img src=x')
  })

  it('says where each view pulls: beside each cluster, each doubtful sample, and on the map', async () => {
    const stored = storedExample()
    const { document } = await pageOf(stored)
    const card = document.querySelector('#cluster-0')!.textContent!
    // 17 of the 20 samples of cluster 0 have the view, and 4 of them, at multiples of five, lean elsewhere.
    expect(card).toContain('76 % by this view alone')
    expect(document.querySelector('#cluster-2 .pull')!.textContent).toBe('words → 0')
    const data = JSON.parse(document.getElementById('data')!.textContent!)
    expect(data.views.map(({ name }: { name: string }) => name)).toEqual(['words', 'pixels'])
    expect(document.querySelector('#tip [data-part=views]')).not.toBeNull()
  })

  it('marks features that chance alone would show', async () => {
    const { document } = await pageOf(storedExample())
    const [sure, pale] = document.querySelectorAll('#cluster-0 tbody tr')
    expect(sure.className).toBe('')
    expect(pale.className).toBe('pale')
  })

  it('shows what happens without each view where that was asked for', async () => {
    expect((await pageOf(storedExample())).document.querySelector('.without')).toBeNull()
    const scores = { acc: 0.8, nmi: 0.7, purity: 0.8, ari: 0.6, fscore: 0.7 }
    const measured = { samples: 60, ari: 0.512, nmi: 0.6, confidenceChange: -0.104, problem: null }
    const { document } = await pageOf(
      storedExample({
        leaveOneOut: [
          { view: 'words', ...measured, scores, scoreChange: { ...scores, acc: -0.05 } },
          { view: 'pixels', ...measured, ari: null, nmi: null, scores: null, scoreChange: null, problem: 'no way' },
        ],
      }),
    )
    const [words, pixels] = document.querySelectorAll('.without tbody tr')
    expect(words.textContent).toBe('words0.510.60−0.100.80 (−0.05)')
    expect(pixels.textContent).toBe('pixelsno way')
  })

  it('allows its own style and script by their hashes and nothing else', async () => {
    const { text, document } = await pageOf(storedExample({ classes: ['a', 'b'] }), {
      thumbnails: { size: 4, pixels: new Uint8Array(60 * 16).fill(99) },
    })
    const policy = document.querySelector('meta[http-equiv]')!.getAttribute('content')!
    const hash = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`
    const style = text.slice(text.indexOf('<style>') + 7, text.indexOf('</style>'))
    const script = text.slice(text.lastIndexOf('<script>') + 8, text.lastIndexOf('</script>'))
    expect(policy).toBe(
      `default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; style-src ${hash(style)}; script-src ${hash(script)}`,
    )
    expect(script.length).toBeGreaterThan(2000)
    for (const element of document.querySelectorAll('*'))
      for (const { name } of element.attributes) expect(name).not.toMatch(/^(on|style$)/)
    expect(text.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|@import|url\((?!#)/)
  })

  it('is made without a map where none was computed, and says how to get it', async () => {
    const { document } = await pageOf(storedExample({ explained: false }))
    expect(document.querySelector('canvas')).toBe(null)
    expect(document.body.textContent).toContain('--views')
  })

  it('gives the same bytes for the same record', async () => {
    expect(await renderReport(storedExample())).toBe(await renderReport(storedExample()))
  })

  it('stays under 5 MB for 100,000 samples with ids and labels', async () => {
    const stored = storedExample({
      samples: 100_000,
      clusters: 100,
      ids: Array.from({ length: 100_000 }, (_, i) => `sample-${i}`),
      classes: Array.from({ length: 50 }, (_, c) => `class ${c}`),
    })
    expect((await renderReport(stored)).length).toBeLessThan(5e6)
  })

  it('is made of one sample in one cluster, too', async () => {
    expect(await renderReport(storedExample({ samples: 1, clusters: 1 }))).toContain('1 sample seen from 2 sides')
  })
})
