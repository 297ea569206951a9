import type { OptionValues } from '../options.ts'
import { counted, grouped } from '../words/numbers.ts'

/** Options that were not given and that a method chose from the data, without labels, and what that took. */
export interface ChosenOptions {
  options: OptionValues
  fits: number
  /** Settings at which the fit collapsed: they are out, unless all do. */
  collapsed: number
  /** Samples that were tried on, of how many. */
  samples: number
  total: number
}

/** In a sentence what a method chose, and what it took; none where it chose nothing. */
export function chosenWarnings(chosen: ChosenOptions | undefined): string[] {
  if (!chosen) return []
  const { options, fits, collapsed, samples, total } = chosen
  const names = Object.keys(options)
  const values = names.map((name) => `${name}=${options[name]}`).join(' and ')
  const where = samples < total ? ` on ${grouped(samples)} of ${grouped(total)} samples` : ''
  const fallen = collapsed > 0 ? `, ${collapsed} of which collapsed` : ''
  return [
    `${values} ${names.length > 1 ? 'were' : 'was'} chosen without labels by ${counted(fits, 'fit')}${where}${fallen}: so the clusters keep most nearest neighbours together; give ${names.join(' and ')} to use other values`,
  ]
}
