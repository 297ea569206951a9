import type { Kernels } from '../../runtime/kernels/kernels.ts'
import type { Matrix } from './matrix.ts'
import { ResidentTridiagonal } from './resident-tridiagonal.ts'
import { type Eigen, someEigen } from './some-eigen.ts'

/** The `count` largest eigenpairs of a symmetric matrix as `largestEigen` gives them, by the kernels: a third of the time, far less before plain code is warm; the low bits differ. */
export function largestEigenFast(kernels: Kernels, a: Matrix, count: number): Eigen {
  const mark = kernels.mark()
  const found = someEigen(a, count, 1, (lower, size) => new ResidentTridiagonal(kernels, lower, size))
  kernels.release(mark)
  return found
}
