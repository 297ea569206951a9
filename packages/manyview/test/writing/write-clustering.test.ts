import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Clustering } from '@manyview/core'
import { reportMark } from '@manyview/drawing/report'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type RunRecord, writeClustering } from '../../src/node.ts'

const clustering: Clustering = {
  method: 'kmeans',
  clusters: 2,
  seed: 3,
  options: { restarts: 10 },
  ids: ['a', 'b, "c"', 'd'],
  seconds: 1.5,
  labels: Int32Array.of(0, 1, 1),
  memberships: null,
  confidence: null,
  embedding: null,
  viewWeights: null,
  iterations: 4,
  converged: true,
  history: { objective: [2, 1], change: [1, 0] },
  warnings: [],
  details: {},
  choice: null,
}
const run: RunRecord = {
  versions: { manyview: '0.1.0' },
  inputs: [{ name: 'a.csv', bytes: 12, sha256: 'ab' }],
  reading: { samples: 'rows' },
  views: [{ name: 'a', features: 2, kind: 'numeric', sparse: false }],
  scores: null,
  warnings: ['take care'],
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'manyview-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('writeClustering(folder, clustering, run)', () => {
  it('makes the folder and writes labels.csv and clustering.json', async () => {
    const { paths, replaced } = await writeClustering(join(folder, 'new', 'out'), clustering, run)
    expect(replaced).toBe(false)
    expect(paths).toEqual([join(folder, 'new', 'out', 'labels.csv'), join(folder, 'new', 'out', 'clustering.json')])
    expect(readdirSync(join(folder, 'new', 'out')).sort()).toEqual(['clustering.json', 'labels.csv'])
    expect(readFileSync(paths[0], 'utf8')).toBe(
      'id,cluster,name\na,0,Cluster 0\n"b, ""c""",1,Cluster 1\nd,1,Cluster 1\n',
    )
    const record = JSON.parse(readFileSync(paths[1], 'utf8'))
    expect(record).toMatchObject({
      format: 'manyview clustering',
      version: 1,
      method: 'kmeans',
      options: { restarts: 10 },
      seed: 3,
      samples: 3,
      sizes: [1, 2],
      inputs: [{ name: 'a.csv', bytes: 12, sha256: 'ab' }],
      warnings: ['take care'],
      history: { objective: [2, 1], change: [1, 0] },
    })
    expect(record.files['labels.csv']).toMatch(/^[0-9a-f]{64}$/)
  })

  it('gives the same bytes for the same run, however long it took', async () => {
    const {
      paths: [, first],
    } = await writeClustering(join(folder, '1'), clustering, run)
    const {
      paths: [, second],
    } = await writeClustering(join(folder, '2'), { ...clustering, seconds: 99 }, run)
    expect(readFileSync(second, 'utf8')).toBe(readFileSync(first, 'utf8'))
  })

  it('leaves one run in the folder: files that only the run before had go, and what people wrote stays', async () => {
    const more = { 'memberships.npy': 'three clusters', 'embedding.npy': 'of the first run' }
    await writeClustering(folder, clustering, run, more, async () => `${reportMark} first`)
    writeFileSync(join(folder, 'notes.txt'), 'mine')
    writeFileSync(join(folder, 'embedding.npy'), 'changed by hand')
    const { replaced, left } = await writeClustering(folder, clustering, run)
    expect({ replaced, left }).toEqual({ replaced: true, left: ['embedding.npy'] })
    expect(readdirSync(folder).sort()).toEqual(['clustering.json', 'embedding.npy', 'labels.csv', 'notes.txt'])
  })

  it('removes no report that it did not make, and trusts no record that names other files', async () => {
    await writeClustering(folder, clustering, run)
    const path = join(folder, 'clustering.json')
    const record = JSON.parse(readFileSync(path, 'utf8'))
    const text = 'a thesis'
    writeFileSync(join(folder, 'thesis.txt'), text)
    record.files['thesis.txt'] = createHash('sha256').update(text).digest('hex')
    writeFileSync(path, JSON.stringify(record))
    writeFileSync(join(folder, 'report.html'), 'my own page')
    await writeClustering(folder, clustering, run)
    expect(readdirSync(folder).sort()).toEqual(['clustering.json', 'labels.csv', 'report.html', 'thesis.txt'])
  })
})
