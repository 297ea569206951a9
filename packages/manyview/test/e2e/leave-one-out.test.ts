import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { blobs, csv, npy } from './blobs.ts'
import { workplace } from './workplace.ts'

const place = workplace()

const { first, second } = blobs(60, 3)
place.file('a.csv', csv(first))
place.file('b.npy', npy(second))
const fit = ['fit', 'a.csv', 'b.npy', '-k', '3']

describe('manyview fit --leave-one-out', () => {
  it('says for each view how alike the clusters stay without it, on the screen and in every file', async () => {
    const { code, stdout } = await place.run(...fit, '--leave-one-out', '--shuffle', '2', '--out', 'results')
    expect(code).toBe(0)
    expect(stdout).toMatch(/ a +1\.00 +1\.00 +[+−]?\d/)
    expect(stdout).toMatch(/ b +1\.00/)
    const record = JSON.parse(readFileSync(place.path('results/clustering.json'), 'utf8'))
    expect(record.leaveOneOut).toMatchObject([
      { view: 'a', samples: 60, ari: 1, problem: null },
      { view: 'b', samples: 60, ari: 1, problem: null },
    ])
    const [head, a] = readFileSync(place.path('results/views.csv'), 'utf8').split('\n')
    expect(head).toContain('without_ari')
    expect(a).toMatch(/^a,.*,60,1,1,/)
    expect(readFileSync(place.path('results/report.html'), 'utf8')).toContain('Without a view.')
  })

  it('writes what sets clusters apart and where views pull as CSV, with checksums', async () => {
    await place.run(...fit, '--out', 'plain', '--quiet')
    const record = JSON.parse(readFileSync(place.path('plain/clustering.json'), 'utf8'))
    expect(Object.keys(record.files).sort()).toEqual([
      'clusters.csv',
      'duplicates.csv',
      'features.csv',
      'labels.csv',
      'samples.csv',
      'tree.json',
      'tree.nwk',
      'views.csv',
    ])
    expect(record.clusterConfidence.length).toBe(3)
    const samples = readFileSync(place.path('plain/samples.csv'), 'utf8').trimEnd().split('\n')
    expect(samples.length).toBe(61)
    expect(samples[0]).toBe('id,cluster,confidence,a: cluster,a: strength,b: cluster,b: strength')
  })

  it('gives one object with --json', async () => {
    const { stdout } = await place.run(...fit, '--leave-one-out', '--json')
    expect(JSON.parse(stdout).leaveOneOut.map(({ view }: { view: string }) => view)).toEqual(['a', 'b'])
  })

  it('keeps the labels and what was measured when it is interrupted', async () => {
    const { child, ended } = place.start([...fit, '--leave-one-out', '--out', 'stopped'])
    let seen = ''
    child.stdout!.on('data', (text: string) => {
      seen += text
      // Once: a second signal ends the command at once.
      if (/ a +1\.00/.test(seen) && !child.killed) child.kill('SIGINT')
    })
    const { code, stderr } = await ended
    expect(stderr).toMatch(/interrupted, .*labels\.csv.*clustering\.json are complete\n$/)
    expect(code).toBe(130)
    const record = JSON.parse(readFileSync(place.path('stopped/clustering.json'), 'utf8'))
    expect(record.leaveOneOut[0].view).toBe('a')
  })

  it('is refused for one view before anything is fitted', async () => {
    const { code, stderr } = await place.run('fit', 'a.csv', '-k', '3', '--leave-one-out')
    expect(stderr).toMatch(/--leave-one-out: needs two views or more but there is one/)
    expect(code).toBe(1)
  })
})
