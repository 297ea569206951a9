/** Six digits are more than anybody reads off a figure. */
export function short(value: number): number {
  return Number(value.toPrecision(6))
}
