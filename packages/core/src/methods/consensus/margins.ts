import type { Matrix } from '../../linalg/matrix.ts'

/** How sure each sample is of its label: the membership (n×k) of the own cluster less the largest other; 0 where another is larger. O(n·k). */
export function margins({ columns, data }: Matrix, labels: Int32Array): Float64Array {
  return Float64Array.from(labels, (label, i) => {
    let other = 0
    for (let j = 0; j < columns; j++) if (j !== label) other = Math.max(other, data[i * columns + j])
    return Math.max(data[i * columns + label] - other, 0)
  })
}
