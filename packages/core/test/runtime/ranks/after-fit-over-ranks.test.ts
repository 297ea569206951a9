import { describe, expect, it } from 'vitest'
import { singleProcess } from '../../../src/runtime/ranks/single-process.ts'
import { run } from './after-fit-rank.ts'
import { onRanks } from './thread-ranks.ts'

type Found = Awaited<ReturnType<typeof run>>

let alone: Found | undefined

describe('over ranks that have their own samples each', () => {
  it.each([2, 3])(
    'filling in, the number of clusters, views left out and the model are those of one process on %i ranks',
    async (size) => {
      alone ??= await run(singleProcess)
      const [first, ...others] = await onRanks<Found>(size, new URL('./after-fit-rank.ts', import.meta.url), null)
      expect(first.filled).toEqual(alone.filled)
      expect(first.filled).toHaveLength(2)
      expect(first.lowRank).toEqual(alone.lowRank)
      expect(first.values).toEqual(alone.values)
      expect(Math.max(...first.lowRank.map(({ rank }) => rank!))).toBeGreaterThan(0)
      alone.fits.forEach(({ labels, choice, filledInside, leftOut, model }, f) => {
        const found = first.fits[f]
        expect(found.labels).toEqual(labels)
        expect(found.choice).toEqual(choice)
        expect(found.filledInside).toEqual(filledInside)
        expect(found.leftOut).toEqual(leftOut)
        for (const other of others) {
          expect(other.fits[f].choice).toEqual(choice)
          expect(other.fits[f].model).toBeNull()
        }
        expect(found.model!.way).toBe(model!.way)
        expect(differences(found.model, model)).toEqual([])
      })
    },
  )
})

/** Where two models differ by more than rounding. */
function differences(found: unknown, wanted: unknown, place = 'model'): string[] {
  if (typeof wanted === 'number')
    return Math.abs((found as number) - wanted) <= 1e-6 * Math.max(1, Math.abs(wanted)) ? [] : [place]
  if (typeof wanted !== 'object' || wanted === null) return found === wanted ? [] : [place]
  const [names, expected] = [Object.keys(found as object), Object.keys(wanted)]
  if (names.join() !== expected.join()) return [place]
  return expected.flatMap((name) =>
    differences(found![name as keyof typeof found], wanted[name as keyof typeof wanted], `${place}.${name}`),
  )
}
