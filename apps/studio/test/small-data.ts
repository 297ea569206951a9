import { Random } from '@manyview/core/numerics'

/** Samples around three centres, seen from two sides, as CSV with ids; the first file also holds the classes. */
export function smallData(samples = 120) {
  const random = new Random(7)
  const classes = Array.from({ length: samples }, () => random.below(3))
  const row = (i: number, features: number, step: number) =>
    Array.from({ length: features }, (_, j) => (classes[i] * step * (j + 1) + 4 * random.uniform()).toFixed(4))
  const table = (features: number, step: number, extra: (i: number) => string[], names: string[]) =>
    [
      ['id', ...Array.from({ length: features }, (_, j) => `f${j}`), ...names].join(','),
      ...classes.map((_, i) => [`s${i}`, ...row(i, features, step), ...extra(i)].join(',')),
    ].join('\n')
  const words = ['red', 'green', 'blue']
  return {
    first: table(5, 2, (i) => [words[classes[i]]], ['class']),
    second: table(4, 3, () => [], []),
    classes,
  }
}
