import { type Matrix, matrix } from '../../numerics/linalg/matrix.ts'

/** The map (n×2) centred and turned so that it is widest from left to right: a map has no up and down, a page is wider than high. O(n). */
export function rotateToWidest(map: Matrix): Matrix {
  const { rows: n, data } = map
  let [meanX, meanY] = [0, 0]
  for (let i = 0; i < n; i++) {
    meanX += data[2 * i] / n
    meanY += data[2 * i + 1] / n
  }
  let [xx, xy, yy] = [0, 0, 0]
  for (let i = 0; i < n; i++) {
    const x = data[2 * i] - meanX
    const y = data[2 * i + 1] - meanY
    xx += x * x
    xy += x * y
    yy += y * y
  }
  // The leading eigenvector of the 2×2 scatter, by whichever of its two formulas does not cancel.
  const half = (xx - yy) / 2
  const root = Math.sqrt(half * half + xy * xy)
  let [cosine, sine] = half >= 0 ? [half + root, xy] : [Math.abs(xy), (xy < 0 ? -1 : 1) * (root - half)]
  const length = Math.sqrt(cosine * cosine + sine * sine)
  ;[cosine, sine] = length > 0 ? [cosine / length, sine / length] : [1, 0]
  const turned = matrix(n, 2)
  for (let i = 0; i < n; i++) {
    const x = data[2 * i] - meanX
    const y = data[2 * i + 1] - meanY
    turned.data[2 * i] = cosine * x + sine * y
    turned.data[2 * i + 1] = cosine * y - sine * x
  }
  return turned
}
