/**
 * Writes the positions of the smallest entries of `row` into `positions`, smallest first and equal ones by lower position, leaving out `skip`; gives how many there are.
 * O(row length) and, for random rows, little more than positions·log(row length) moves.
 */
export function smallestEntriesInto(positions: Int32Array, row: Float64Array, skip = -1): number {
  let count = 0
  for (let j = 0; j < row.length; j++) {
    if (j === skip || (count === positions.length && !(row[j] < row[positions[count - 1]]))) continue
    let place = count < positions.length ? count++ : count - 1
    for (; place > 0 && row[j] < row[positions[place - 1]]; place--) positions[place] = positions[place - 1]
    positions[place] = j
  }
  return count
}
