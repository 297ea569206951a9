/** The smallest square-sided frame of the map: its corner and the longer side, and both extents. */
export function boundsOf(map: ArrayLike<number>) {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let i = 0; i < map.length; i += 2) {
    left = Math.min(left, map[i])
    right = Math.max(right, map[i])
    top = Math.min(top, map[i + 1])
    bottom = Math.max(bottom, map[i + 1])
  }
  return { left, top, width: right - left, height: bottom - top, size: Math.max(right - left, bottom - top) }
}
