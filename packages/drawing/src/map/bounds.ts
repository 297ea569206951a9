/** The smallest frame of the map: its corner, both extents and the longer of them. Samples without a place (NaN) do not count. */
export function boundsOf(map: ArrayLike<number>) {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let i = 0; i < map.length; i += 2) {
    if (Number.isNaN(map[i])) continue
    left = Math.min(left, map[i])
    right = Math.max(right, map[i])
    top = Math.min(top, map[i + 1])
    bottom = Math.max(bottom, map[i + 1])
  }
  if (left > right) return { left: 0, top: 0, width: 0, height: 0, size: 0 }
  return { left, top, width: right - left, height: bottom - top, size: Math.max(right - left, bottom - top) }
}

/** Of a hundred samples this many may lie beyond each side of the frame, where leaving them out makes the others this much larger. */
const beyond = 0.5
const gain = 1.5
/** Room around what is framed, of its extent. */
const room = 0.08

/** The frame in which the map is shown at first: all samples, unless a few that lie far away would squeeze the others. */
export function frameOf(map: ArrayLike<number>) {
  const all = boundsOf(map)
  const [across, down] = [0, 1].map((axis) => middlePart(map, axis))
  const width = across[1] - across[0]
  const height = down[1] - down[0]
  const squeezed = Math.max(all.width / width, all.height / height) > gain && Math.min(width, height) > 0
  if (!squeezed) return all
  const left = Math.max(all.left, across[0] - room * width)
  const top = Math.max(all.top, down[0] - room * height)
  const right = Math.min(all.left + all.width, across[1] + room * width)
  const bottom = Math.min(all.top + all.height, down[1] + room * height)
  return { left, top, width: right - left, height: bottom - top, size: Math.max(right - left, bottom - top) }
}

function middlePart(map: ArrayLike<number>, axis: number): [number, number] {
  const places = Float64Array.from({ length: map.length >> 1 }, (_, i) => map[2 * i + axis])
    .filter((place) => !Number.isNaN(place))
    .sort()
  const out = Math.floor((beyond / 100) * places.length)
  return [places[out] ?? 0, places[places.length - 1 - out] ?? 0]
}
