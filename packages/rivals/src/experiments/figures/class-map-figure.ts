import type { Canvas } from '@manyview/node'

/** Samples in the plane (`map`: x and y in turn), each a dot in the colour of its class. One path a class keeps the file small. */
export async function classMapFigure(
  map: readonly number[],
  classes: readonly number[],
  title: string,
  { theme, width }: Canvas,
): Promise<string> {
  const margin = 10
  const xs = map.filter((_, i) => i % 2 === 0)
  const ys = map.filter((_, i) => i % 2 === 1)
  const [left, right] = bounds(xs)
  const [top, bottom] = bounds(ys)
  const scale = (width - 2 * margin) / Math.max(right - left, bottom - top, 1e-9)
  const place = (value: number, from: number, to: number) => ((value - (from + to) / 2) * scale + width / 2).toFixed(1)
  const paths: string[] = []
  classes.forEach((label, i) => {
    paths[label] = `${paths[label] ?? ''}M${place(xs[i], left, right)} ${place(ys[i], top, bottom)}h0`
  })
  const size = Math.min(5, Math.max(1.5, 60 / Math.sqrt(classes.length))).toFixed(1)
  const dots = paths.map((path, label) => `<path d="${path}" stroke="${theme.cluster(label)}"/>`).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${title}" width="${width}" height="${width}" viewBox="0 0 ${width} ${width}"><g fill="none" stroke-width="${size}" stroke-linecap="round" stroke-opacity="0.8">${dots}</g></svg>`
}

function bounds(values: readonly number[]): [number, number] {
  let low = Infinity
  let high = -Infinity
  for (const value of values) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  return [low, high]
}
