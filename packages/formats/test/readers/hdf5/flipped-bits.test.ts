import { describe, expect, it } from 'vitest'
import { fixture, readFlipped } from './flips.ts'

describe('an HDF5 file with a flipped bit', () => {
  it('that has checksums is refused or gives the same names, shapes and values, at every 16th byte', async () => {
    const { refused, different } = await readFlipped('gzip-latest.h5', 16)
    expect(refused).toBeGreaterThan(500)
    expect(different).toEqual([])
  })

  it('without checksums is refused where h5py refuses it, or gives the same, at every 16th byte', async () => {
    const byOthers = new Set<number>(JSON.parse(String(fixture('refused-by-h5py.json'))))
    const { refused, different } = await readFlipped('gzip-earliest.h5', 16)
    expect(refused).toBeGreaterThan(100)
    expect(different.filter((place) => byOthers.has(place))).toEqual([])
  })
})
