/** Images as `loadDigits` gives them. */
interface Images {
  readonly samples: number
  readonly size: number
  readonly pixels: Uint8Array
}

const shades = ' ░▒▓█'
const columns = 14
const rows = 7

/** The mean image of each cluster in characters, side by side in lines of at most `width`, the cluster's number above. */
export function meanImages(
  { samples, size, pixels }: Images,
  labels: Int32Array,
  clusters: number,
  width: number,
): string {
  const ink = new Float64Array(clusters * rows * columns)
  const counts = new Float64Array(clusters)
  for (let i = 0; i < samples; i++) {
    counts[labels[i]]++
    for (let row = 0; row < size; row++)
      for (let column = 0; column < size; column++) {
        const cell = Math.floor((row * rows) / size) * columns + Math.floor((column * columns) / size)
        ink[labels[i] * rows * columns + cell] += pixels[(i * size + row) * size + column]
      }
  }
  const pixelsPerCell = (size / rows) * (size / columns)
  const shade = (label: number, cell: number) => {
    const mean = ink[label * rows * columns + cell] / Math.max(1, counts[label] * pixelsPerCell * 255)
    return shades[Math.min(shades.length - 1, Math.floor(mean * 1.6 * shades.length))]
  }
  const perLine = Math.max(1, Math.floor((width - 2) / columns))
  const lines: string[] = []
  for (let first = 0; first < clusters; first += perLine) {
    const group = Array.from({ length: Math.min(perLine, clusters - first) }, (_, place) => first + place)
    lines.push(
      group
        .map((label) =>
          String(label)
            .padStart(columns / 2 + 1)
            .padEnd(columns),
        )
        .join(''),
    )
    for (let row = 0; row < rows; row++)
      lines.push(
        group
          .map((label) => Array.from({ length: columns }, (_, column) => shade(label, row * columns + column)).join(''))
          .join(''),
      )
  }
  return lines
    .map((line) => `  ${line}`.trimEnd())
    .filter((line) => line !== '')
    .join('\n')
}
