import type { Block, Kernels } from '../../runtime/kernels/kernels.ts'
import { paddedToTwo } from '../../runtime/kernels/pack-matrix.ts'
import { workRanges } from '../../runtime/kernels/work-ranges.ts'
import { type Matrix, matrix } from './matrix.ts'
import { type Eigen, someEigen } from './some-eigen.ts'
import type { TridiagonalEigen } from './tridiagonal-eigen.ts'

/** Computes the `count` largest eigenpairs of a symmetric matrix (n×n) as `largestEigen` does, but by the kernels: in a third of the time, far less before plain code is warm. The low bits differ. */
export function largestEigenFast(kernels: Kernels, a: Matrix, count: number): Eigen {
  const mark = kernels.mark()
  const pairs = someEigen(a, count, 1, (lower, size) => new KernelTridiagonal(kernels, lower, size))
  kernels.release(mark)
  return pairs
}

/**
 * Holds in the kernels' memory what `tridiagonaliseInto` makes of the lower triangle of a symmetric matrix (size×size, row by row), and finds the eigenvectors of the matrix from there.
 * The memory is taken until the caller releases it.
 */
class KernelTridiagonal {
  readonly diagonal: Float64Array
  readonly offDiagonal: Float64Array
  private readonly kernels: Kernels
  private readonly size: number
  private readonly stride: number
  private readonly reflectors: Block
  private readonly tridiagonal: Block

  constructor(kernels: Kernels, a: Float64Array, size: number) {
    this.kernels = kernels
    this.size = size
    this.stride = paddedToTwo(size)
    this.reflectors = kernels.allocate(size * this.stride)
    this.tridiagonal = kernels.allocate(3 * this.stride)
    const mark = kernels.mark()
    const work = kernels.allocate(4 * this.stride)
    const rows = this.reflectors.f64
    for (let i = 0; i < size; i++) rows.set(a.subarray(i * size, i * size + i + 1), i * this.stride)
    kernels.call.tridiagonalise(this.reflectors.pointer, size, this.stride, this.tridiagonal.pointer, work.pointer)
    kernels.release(mark)
    this.diagonal = this.tridiagonal.f64.slice(0, size)
    this.offDiagonal = this.tridiagonal.f64.slice(this.stride, this.stride + size)
  }

  /** Computes the eigenvectors of the matrix at some places of `eigen`, one per column. O(size²·places). */
  vectors(eigen: TridiagonalEigen, places: readonly number[]): Matrix {
    const { kernels, size, stride, reflectors, tridiagonal } = this
    const width = paddedToTwo(places.length)
    const x = kernels.allocate(size * width)
    x.f64.fill(0)
    // Later places come first: a part of the rotations touches the first columns only.
    const order = [...places.keys()].sort((r, q) => places[q] - places[r])
    order.forEach((r, column) => {
      x.f64[places[r] * width + column] = 1
    })
    eigen.eachPart(({ count, at, cosine, sine }, from) => {
      const touched = paddedToTwo(order.filter((r) => places[r] >= from).length)
      const mark = kernels.mark()
      const rotationPlaces = kernels.allocate(Math.ceil(count / 2))
      rotationPlaces.i32.set(at.subarray(0, count))
      const turns = kernels.allocate(2 * count)
      const pairs = turns.f64
      for (let k = 0; k < count; k++) {
        pairs[2 * k] = cosine[k]
        pairs[2 * k + 1] = sine[k]
      }
      kernels.share(
        'rotateBack',
        workRanges(touched, 8, 4 * count).map((range) => [
          rotationPlaces.pointer,
          turns.pointer,
          count,
          x.pointer,
          width,
          ...range,
        ]),
      )
      kernels.release(mark)
    })
    const factors = tridiagonal.pointer + 16 * stride
    kernels.share(
      'reflectBack',
      workRanges(width, 8, size * size).map((range) => [
        reflectors.pointer,
        size,
        stride,
        factors,
        x.pointer,
        width,
        ...range,
      ]),
    )
    const result = matrix(size, places.length)
    const from = x.f64
    for (let i = 0; i < size; i++)
      for (let column = 0; column < order.length; column++)
        result.data[i * order.length + order[column]] = from[i * width + column]
    return result
  }
}
