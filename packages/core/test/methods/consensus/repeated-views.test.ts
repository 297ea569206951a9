import { describe, expect, it } from 'vitest'
import { approximateNeighbours } from '../../../src/graph/approximate-neighbours.ts'
import { Kernels } from '../../../src/kernels/kernels.ts'
import { matrix } from '../../../src/linalg/matrix.ts'
import { commonNeighbours } from '../../../src/methods/consensus/common-neighbours.ts'
import { repeatedViews } from '../../../src/methods/consensus/repeated-views.ts'
import { normal } from '../../../src/random/normal.ts'
import { Random } from '../../../src/random/random.ts'
import { drain } from '../../drain.ts'

const kernels = await Kernels.load()
const random = new Random(1)
const base = Float64Array.from({ length: 300 }, () => normal(random))
const noisy = (noise: number) => base.map((value) => value + noise * normal(random))
const all = Uint32Array.from({ length: 100 }, (_, i) => i)

function found(data: Float64Array, place = all) {
  const points = matrix(place.length, 3, flat(data, place))
  return { place, neighbours: drain(approximateNeighbours(kernels, points, 10, new Random(2))) }
}

function flat(data: Float64Array, place: Uint32Array): Float64Array<ArrayBuffer> {
  const result = new Float64Array(3 * place.length)
  place.forEach((sample, p) => {
    result.set(data.subarray(3 * sample, 3 * sample + 3), 3 * p)
  })
  return result
}

const groups = (views: ReturnType<typeof found>[]) => repeatedViews(views.length, drain(commonNeighbours(views, 100)))

describe('repeatedViews(views, pairs)', () => {
  it('groups a view with its repetition, also a slightly noisy one, and leaves others alone', () => {
    expect(groups([found(base), found(noisy(2)), found(base), found(noisy(0.01))])).toEqual([0, 1, 0, 0])
  })

  it('compares the samples that both views have', () => {
    const some = all.filter((i) => i % 3 > 0)
    const [first, second] = groups([found(base, some), found(base, some)])
    expect(second).toBe(first)
    expect(groups([found(base, all.slice(0, 50)), found(base, all.slice(50))])).toEqual([0, 1])
  })

  it('takes no agreement for a repetition where everyone is a neighbour of everyone', () => {
    const few = all.slice(0, 8)
    expect(groups([found(base, few), found(noisy(5), few)])).toEqual([0, 1])
  })
})
