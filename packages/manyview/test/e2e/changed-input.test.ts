import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { blobs, npy } from './blobs.ts'
import { workplace } from './workplace.ts'

const place = workplace()

it('records the checksum of the bytes that were clustered when the file is replaced during the fit', async () => {
  const bytes = npy(blobs(1500, 3, 6).first)
  place.file('a.npy', bytes)
  const { child, ended } = place.start(['fit', 'a.npy', '-k', '3', '--write', 'none', '--out', 'results'])
  child.stdout!.once('data', () => place.file('a.npy', npy(blobs(30, 2, 2).first)))
  const { code, stderr } = await ended
  expect({ code, stderr }).toMatchObject({ code: 0 })
  const { inputs } = JSON.parse(readFileSync(place.path('results/clustering.json'), 'utf8'))
  expect(inputs).toEqual([
    { name: 'a.npy', bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
  ])
})
