/** The p-values as Benjamini and Hochberg (1995) adjust them for how many there are: of those under q, a share of q is expected to be chance. O(n log n). */
export function adjustPValues(values: readonly number[]): number[] {
  const order = Array.from(values.keys()).sort((a, b) => values[b] - values[a])
  const adjusted = new Array<number>(values.length)
  let least = 1
  order.forEach((place, above) => {
    least = Math.min(least, (values[place] * values.length) / (values.length - above))
    adjusted[place] = least
  })
  return adjusted
}
