import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { folder, present } from '../../../formats/test/public-files.ts'
import { blobs, csv, npy } from './blobs.ts'
import { hasMpirun, startRanks } from './mpirun.ts'
import { workplace } from './workplace.ts'

const place = workplace()

/** Runs `fit` alone and on so many ranks; gives what is different among the files that both write. */
async function differences(ranks: number, ...args: string[]): Promise<string[]> {
  const fit = ['fit', ...args, '--threads', '1', '--quiet', '--write', 'npy']
  expect(await place.run(...fit, '--out', 'alone')).toMatchObject({ code: 0, stderr: '' })
  const { ended } = startRanks(ranks, [...fit, '--out', 'shared'], { folder: place.folder })
  expect(await ended).toMatchObject({ code: 0, stderr: '' })
  const bytes = (out: string, name: string) => readFileSync(place.path(`${out}/${name}`))
  return ['labels.csv', 'memberships.npy', 'embedding.npy'].filter(
    (name) => !bytes('alone', name).equals(bytes('shared', name)),
  )
}

describe.skipIf(!hasMpirun)('the default method over MPI (skipped where there is no mpirun)', () => {
  it('gives the bytes of one process for views of few features, with repeated rows and a constant view', async () => {
    const { first } = blobs(90, 3, 6)
    const twice = first.map((_, i) => first[i % 40])
    place.file('few.npy', npy(twice.map((row) => row.slice(0, 2))))
    place.file('constant.npy', npy(twice.map(() => [1, 2, 3])))
    place.file('all.npy', npy(twice))
    expect(await differences(3, 'few.npy', 'constant.npy', 'all.npy', '-k', '3')).toEqual([])
  })

  it('gives the bytes of one process on more ranks than there are samples', async () => {
    place.file(
      'tiny.csv',
      csv([
        ['a', 'b'],
        [1, 2],
        [5, 6],
      ]),
    )
    const fit = ['fit', 'tiny.csv', '-k', '2', '--quiet', '--out', '-']
    const alone = await place.run(...fit)
    const shared = await startRanks(3, fit, { folder: place.folder }).ended
    expect(shared).toEqual(alone)
  })

  it.skipIf(!present).each([
    ['MSRC-v1', 7, 3],
    ['3Sources', 6, 2],
  ] as const)(
    `gives the bytes of one process for %s${present ? '' : ` (skipped: no data in ${folder})`}`,
    async (name, clusters, ranks) => {
      expect(await differences(ranks, `${folder}/${name}.mat`, '-k', String(clusters))).toEqual([])
    },
  )
})
