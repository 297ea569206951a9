import { singleProcess } from '@manyview/core/runtime'
import { expect, it } from 'vitest'
import type { DatasetView } from '../../src/dataset/findings.ts'
import { sideBySideWarnings } from '../../src/dataset/side-by-side.ts'

const view = (name: string, values: number[]): DatasetView => ({
  name,
  source: `${name}.npy`,
  kind: 'numeric',
  view: { samples: 1, features: values.length, data: Float64Array.from(values) },
})

it('finds the two that a view is made of among many', () => {
  const single = Array.from({ length: 500 }, (_, i) => view(`v${i}`, [i]))
  expect(sideBySideWarnings([...single, view('both', [3, 7]), view('other', [7, -1])], singleProcess)).toEqual([
    expect.stringMatching(/^both is v3 and v7 side by side/),
  ])
})
