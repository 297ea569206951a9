import { appendFileSync, existsSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BlockedView, cluster, InputError } from '@manyview/core'
import { normal, Random } from '@manyview/core/numerics'
import { writeNpy } from '@manyview/formats'
import { describe, expect, it } from 'vitest'
import { blockedNpy, FileScratch } from '../../src/node.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()

const [samples, features] = [90, 7]
const random = new Random(4)
const data = Float64Array.from({ length: samples * features }, (_, p) => 3 * (p % 2) * (p % 3) + normal(random))

function file(name: string, bytes: Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

/** The same numbers with the header changed, which keeps its length. */
function renamed(bytes: Uint8Array, from: string, to: string): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1')
  return Buffer.from(text.replace(from, to.padEnd(from.length)), 'latin1')
}

function rows(view: BlockedView, begin: number, end: number): number[] {
  const to = new Float64Array((end - begin) * view.features)
  view.readRows(begin, end, to)
  return [...to]
}

const part = (values: ArrayLike<number>, begin: number, end: number) =>
  Array.from(values).slice(begin * features, end * features)

describe('blockedNpy(path)', () => {
  it('gives any rows of a file of doubles, singles, integers or bytes', () => {
    for (const values of [data, Float32Array.from(data), Int32Array.from(data), Uint8Array.from(data)]) {
      const view = blockedNpy(file('plain.npy', writeNpy(values, [samples, features])))
      expect([view.samples, view.features]).toEqual([samples, features])
      for (const [begin, end] of [
        [0, samples],
        [5, 17],
        [samples - 1, samples],
      ])
        expect(rows(view, begin, end)).toEqual(part(values, begin, end))
      view.close()
    }
  })

  it('gives the samples of a file in Fortran order, and those in columns', () => {
    const turned = Float64Array.from(data, (_, p) => data[(p % samples) * features + Math.floor(p / samples)])
    const fortran = renamed(writeNpy(turned, [samples, features]), "'fortran_order': False", "'fortran_order': True,")
    for (const view of [
      blockedNpy(file('fortran.npy', renamed(fortran, 'True,,', 'True,'))),
      blockedNpy(file('columns.npy', writeNpy(turned, [features, samples])), 'columns'),
    ]) {
      expect([view.samples, view.features]).toEqual([samples, features])
      expect(rows(view, 3, 40)).toEqual(part(data, 3, 40))
      view.close()
    }
  })

  it('refuses what is no matrix of numbers, and a file that is shorter than it says', () => {
    expect(() => blockedNpy(file('vector.npy', writeNpy(data)))).toThrow(/holds no matrix of numbers/)
    expect(() => blockedNpy(file('text.npy', new Uint8Array(200).fill(65)))).toThrow(/is no NPY file/)
    const cut = writeNpy(data, [samples, features]).subarray(0, 1000)
    expect(() => blockedNpy(file('cut.npy', cut))).toThrow(/declares 90×7 values of 8 bytes but \d+ bytes are there/)
    expect(() => blockedNpy(join(folder, 'none.npy'))).toThrow(/there is no such file/)
    expect(() => blockedNpy(folder)).toThrow(InputError)
  })

  it('ends a fit in one InputError when the file shrinks or is written to meanwhile', async () => {
    const changes: [string, (path: string) => void, RegExp][] = [
      ['shrinking', (path) => truncateSync(path, 2000), /shrinking\.npy: (ends at byte \d+|was written to)/],
      ['written', (path) => writeLater(path), /written\.npy: was written to, it changed while it was read/],
    ]
    for (const [name, change, message] of changes) {
      const path = file(`${name}.npy`, writeNpy(data, [samples, features]))
      const view = blockedNpy(path)
      let calls = 0
      const watched = {
        ...view,
        readRows(begin: number, end: number, to: Float64Array) {
          if (++calls === 4) change(path)
          view.readRows(begin, end, to)
        },
      }
      const fit = cluster({ watched }, { method: 'dstl', clusters: 3 })
      await expect(fit).rejects.toThrow(InputError)
      await expect(fit).rejects.toThrow(message)
      view.close()
    }
  })

  it('gives the clusters of the views in memory, with and without scratch files, and leaves none', async () => {
    const path = file('fit.npy', writeNpy(data, [samples, features]))
    const place = join(folder, 'scratch')
    for (const method of ['dstl', 'consensus'] as const) {
      const { seconds: _, ...expected } = await cluster({ x: { data, samples, features } }, { method, clusters: 3 })
      const view = blockedNpy(path)
      const scratch = new FileScratch(place)
      for (const runtime of [{ scratch }, {}]) {
        const { seconds: _, ...found } = await cluster({ x: view }, { method, clusters: 3, runtime })
        expect(found).toEqual(expected)
      }
      scratch.close()
      view.close()
    }
    expect(existsSync(place)).toBe(false)
  })
})

/** Writes and makes sure that the time of change differs, however coarse it is. */
function writeLater(path: string): void {
  appendFileSync(path, 'more')
  utimesSync(path, new Date(), new Date(Date.now() + 5000))
}
