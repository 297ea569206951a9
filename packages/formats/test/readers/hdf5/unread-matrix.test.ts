import { readFileSync } from 'node:fs'
import { InputError } from '@manyview/core'
import { Random } from '@manyview/core/numerics'
import { type Share, share, shares } from '@manyview/core/runtime'
import { describe, expect, it } from 'vitest'
import { type ByteSource, bytesSource } from '../../../src/bytes/byte-source.ts'
import type { DenseValue, SparseValue, StoredValue } from '../../../src/bytes/stored-value.ts'
import { matrixShape, toView } from '../../../src/dataset/to-view.ts'
import { readAnnData } from '../../../src/readers/anndata/read.ts'
import { readHdf5 } from '../../../src/readers/hdf5/read.ts'
import { unreadNpy } from '../../../src/readers/npy/read.ts'
import { mutate } from '../../mutate.ts'

const fixture = (name: string) =>
  bytesSource(name, new Uint8Array(readFileSync(new URL(`../../fixtures/${name}`, import.meta.url))))

/** All matrices of a file, in its order. */
async function matrices(source: ByteSource, leave: boolean): Promise<(DenseValue | SparseValue)[]> {
  if (/h5ad|h5mu/.test(source.name))
    return (await readAnnData(source, undefined, undefined, leave)).views.map(({ value }) => value)
  const found: (DenseValue | SparseValue)[] = []
  const visit = (value: StoredValue) => {
    if (value.type === 'list') value.items.forEach(visit)
    else if (value.type === 'record') [...value.fields.values()].forEach(visit)
    else if (value.type === 'sparse') found.push(value)
    else if (value.type === 'dense' && Math.min(...matrixShape(value)) > 1) found.push(value)
  }
  for (const { value } of await readHdf5(source, () => leave)) visit(value)
  return found
}

/** One row of numbers per sample. */
function rows(value: DenseValue | SparseValue, axis: 'rows' | 'columns'): number[][] {
  const view = toView(value, axis)
  return Array.from({ length: view.samples }, (_, i) => {
    if (!('pointers' in view)) return Array.from({ length: view.features }, (_, j) => view.data[i * view.features + j])
    const row = new Array<number>(view.features).fill(0)
    for (let p = view.pointers[i]; p < view.pointers[i + 1]; p++) row[view.indices[p]] = view.values[p]
    return row
  })
}

describe('a matrix of which only the outline is read', () => {
  const names = ['plain.h5', 'many.h5', 'chunk-tree.h5', 'extensible-array.h5', 'fixed-array.h5']
  it.each([...names, 'v73.mat', 'sparse73.mat', 'dense.h5ad', 'csc.h5ad', 'two.h5mu'])(
    '%s: parts along either axis are those of the whole',
    async (name) => {
      const whole = await matrices(fixture(name), false)
      const outline = await matrices(fixture(name), true)
      expect(outline.map(({ shape }) => shape)).toEqual(whole.map(({ shape }) => shape))
      for (const [m, value] of whole.entries())
        for (const axis of ['rows', 'columns'] as const) {
          if (axis === 'columns' && value.shape.length > 2) continue
          const samples = matrixShape(value)[axis === 'rows' ? 0 : 1]
          const parts: number[][] = []
          for (const part of shares(samples, 3))
            if (part.end > part.begin) parts.push(...rows((await outline[m].readPart!(axis, part))!, axis))
          expect(parts).toEqual(rows(value, axis))
        }
    },
  )

  it('800 seeded mutations of files give parts or InputErrors', async () => {
    const files = [...names, 'v73.mat', 'sparse73.mat', 'dense.h5ad', 'csc.h5ad', 'fortran.npy']
    for (let i = 0; i < 800; i++) {
      const name = files[i % files.length]
      const source = bytesSource(name, mutate(await fixture(name).slice(0), new Random(31).split(i)))
      try {
        const found = /npy$/.test(name) ? [await unreadNpy(source)] : await matrices(source, true)
        for (const value of found)
          for (const axis of ['rows', 'columns'] as const) {
            if (value.type !== 'dense' && value.type !== 'sparse') continue
            const samples = matrixShape(value)[axis === 'rows' ? 0 : 1]
            const part = await value.readPart?.(axis, share(samples, 3, 1))
            if (part) toView(part, axis)
          }
      } catch (error) {
        if (!(error instanceof InputError)) throw new Error(`mutation ${i} of ${name}`, { cause: error })
      }
    }
  })

  it('reads few bytes beside its part of a contiguous array', async () => {
    const whole = fixture('plain.h5')
    let read = 0
    const counted: ByteSource = {
      ...whole,
      slice: async (start, end) => {
        const bytes = await whole.slice(start, end)
        read += bytes.length
        return bytes
      },
    }
    const [value] = await matrices(counted, true)
    const outline = read
    const part: Share = { begin: 1, end: 3 }
    await value.readPart!('rows', part)
    expect(read - outline).toBeLessThanOrEqual(2 * matrixShape(value)[1] * 8)
  })
})
