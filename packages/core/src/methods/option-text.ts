import type { OptionValue } from '../options.ts'

/** An option's value as `--set` and `validateOptions` read it: weights by view as `words=2,pixels=0.5`. */
export function optionText(value: OptionValue): string {
  if (value === null || typeof value !== 'object') return String(value)
  return Object.entries(value)
    .map(([name, weight]) => `${name}=${weight}`)
    .join(',')
}
