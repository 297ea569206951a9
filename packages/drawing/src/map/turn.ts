/** A turn of the plane about the middle of the samples, with or without a reflection: (x, y) becomes (a·x + b·y, c·x + d·y). */
export type Turn = readonly [a: number, b: number, c: number, d: number]

/** The turn that lays a map over another one of the same samples as closely as it can (least squares); samples without a place in either do not count. O(samples). */
export function turnOnto(map: ArrayLike<number>, other: ArrayLike<number>): Turn {
  const [mapX, mapY] = middle(map, other)
  const [otherX, otherY] = middle(other, map)
  // Sums of products of the four pairs of coordinates.
  let [xx, xy, yx, yy] = [0, 0, 0, 0]
  for (let i = 0; i < map.length; i += 2) {
    const [x, y, toX, toY] = [map[i] - mapX, map[i + 1] - mapY, other[i] - otherX, other[i + 1] - otherY]
    if (Number.isNaN(x + y + toX + toY)) continue
    xx += x * toX
    xy += x * toY
    yx += y * toX
    yy += y * toY
  }
  const turned = Math.hypot(xx + yy, xy - yx)
  const reflected = Math.hypot(xx - yy, xy + yx)
  if (Math.max(turned, reflected) === 0) return [1, 0, 0, 1]
  if (turned >= reflected) {
    const [cosine, sine] = [(xx + yy) / turned, (xy - yx) / turned]
    return [cosine, -sine, sine, cosine]
  }
  const [cosine, sine] = [(xx - yy) / reflected, (xy + yx) / reflected]
  return [cosine, sine, sine, -cosine]
}

/** The map after a turn. */
export function turnMap(map: ArrayLike<number>, [a, b, c, d]: Turn): Float64Array {
  return Float64Array.from({ length: map.length }, (_, p) =>
    p % 2 === 0 ? a * map[p] + b * map[p + 1] : c * map[p - 1] + d * map[p],
  )
}

function middle(map: ArrayLike<number>, other: ArrayLike<number>): [number, number] {
  let [x, y, count] = [0, 0, 0]
  for (let i = 0; i < map.length; i += 2) {
    if (Number.isNaN(map[i] + other[i])) continue
    x += map[i]
    y += map[i + 1]
    count++
  }
  return [x / Math.max(1, count), y / Math.max(1, count)]
}
