import { describe, expect, it } from 'vitest'
import { fixture, readFlipped } from './flips.ts'

function report(name: string, { flips, refused, same, different }: Awaited<ReturnType<typeof readFlipped>>): void {
  console.log(
    `${name}: ${flips} flips, ${refused} refused, ${same} without effect, ${different.length} read as something else`,
  )
}

describe('an HDF5 file with two flipped bits in each byte, one at a time', () => {
  it('that has checksums is refused or gives the same names, shapes and values', async () => {
    const counts = await readFlipped('gzip-latest.h5', 1)
    report('gzip-latest.h5', counts)
    expect(counts.refused).toBeGreaterThan(10_000)
    expect(counts.different).toEqual([])
  })

  it('without checksums is refused where h5py refuses it, or gives the same', async () => {
    const byOthers = new Set<number>(JSON.parse(String(fixture('refused-by-h5py.json'))))
    const counts = await readFlipped('gzip-earliest.h5', 1)
    report('gzip-earliest.h5', counts)
    expect(byOthers.size).toBeGreaterThan(1000)
    expect(counts.different.filter((place) => byOthers.has(place))).toEqual([])
  })
})
