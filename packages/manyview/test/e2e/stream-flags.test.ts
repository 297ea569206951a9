import { copyFileSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { hasMpirun, startRanks } from './mpirun.ts'
import { workplace } from './workplace.ts'

const place = workplace()

// Sparse counts and proteins with gaps, joined by id; neither has all samples.
const blobs = fileURLToPath(new URL('../../../formats/test/fixtures/blobs.h5mu', import.meta.url))
const fit = ['fit', 'blobs.h5mu', '-k', '3', '--join', 'outer', '--missing', 'mean', '--shuffle', '3', '--threads', '1']
const all = [...fit, '--quiet']
const text = (path: string) => readFileSync(place.path(path), 'utf8')
const files = ['labels.csv', 'features.csv', 'clusters.csv', 'views.csv', 'samples.csv']

beforeAll(async () => {
  copyFileSync(blobs, place.path('blobs.h5mu'))
  await place.run(...all, '--model', 'memory.model', '--out', 'memory')
}, 240_000)

/** Everything that a fit wrote, but for how it was read and how long it took. */
function written(folder: string) {
  const { seconds: _, reading, ...record } = JSON.parse(text(`${folder}/clustering.json`))
  const { stream: __, ...others } = reading
  const model = readFileSync(place.path(`${folder}.model`)).toString('base64')
  return { tables: files.map((name) => text(`${folder}/${name}`)), record, reading: others, model }
}

describe('manyview fit --stream, shuffled, with gaps, a sparse view, samples that lack views, and a model', () => {
  it('writes what a fit in memory writes', { timeout: 240_000 }, async () => {
    const ended = await place.run(...all, '--stream', '--model', 'stream.model', '--out', 'stream')
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    expect(written('stream')).toEqual(written('memory'))
    expect(written('memory').record.filled).toMatchObject([{ name: 'protein', how: 'mean' }])
    expect(written('memory').record.coverage).toBeDefined()
  })

  it('leaves each view out in turn as in memory', { timeout: 240_000 }, async () => {
    const leaveOneOut = async (...args: string[]) =>
      JSON.parse((await place.run(...fit, '--leave-one-out', '--json', ...args)).stdout).leaveOneOut
    const expected = await leaveOneOut()
    expect(expected).toMatchObject([{ view: 'protein' }, { view: 'rna' }])
    expect(await leaveOneOut('--stream')).toEqual(expected)
  })

  it('says which views are sparse and read in blocks', async () => {
    const { stdout } = await place.run(...fit, '--stream')
    expect(stdout).toMatch(/rna +30 features {2}counts, sparse, in blocks/)
    expect(stdout).toMatch(/protein +8 features {2}numeric, in blocks/)
  })

  it.skipIf(!hasMpirun)(
    'does so on 2 ranks, too (skipped where there is no mpirun)',
    { timeout: 240_000 },
    async () => {
      const args = [...all, '--stream', '--model', 'ranks.model', '--out', 'ranks']
      expect(await startRanks(2, args, { folder: place.folder }).ended).toMatchObject({ code: 0, stderr: '' })
      expect(written('ranks')).toEqual(written('memory'))
    },
  )
})

describe('manyview assign --stream', () => {
  it('places samples as it does in memory', async () => {
    const assign = ['assign', 'memory.model', 'blobs.h5mu', '--missing', 'mean', '--out', '-']
    const inMemory = await place.run(...assign)
    expect(inMemory).toMatchObject({ code: 0, stderr: '' })
    expect(await place.run(...assign, '--stream')).toEqual(inMemory)
    expect(inMemory.stdout.split('\n').length).toBeGreaterThan(120)
  })
})
