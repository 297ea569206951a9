import { InputError } from '../input-error.ts'

/** How much of a view is NaN, samples that lack the view left out. */
export interface MissingValues {
  name: string
  values: number
  /** Samples and features with at least one missing value. */
  samples: number
  features: number
  /** Where the first one stands in the input. */
  first: { sample: number; feature: number }
}

/** Counts the missing values of one view; values come sample by sample. */
export class MissingValuesCount {
  private values = 0
  private samples = 0
  private lastSample = -1
  private readonly name: string
  private readonly features: Uint8Array
  private first = { sample: -1, feature: -1 }

  constructor(name: string, features: number) {
    this.name = name
    this.features = new Uint8Array(features)
  }

  /** Takes in one missing value. */
  add(sample: number, feature: number): void {
    if (this.values === 0) this.first = { sample, feature }
    this.values++
    if (sample !== this.lastSample) this.samples++
    this.lastSample = sample
    this.features[feature] = 1
  }

  /** What was counted; null: nothing. */
  result(): MissingValues | null {
    if (this.values === 0) return null
    const features = this.features.reduce((sum, mark) => sum + mark, 0)
    return { name: this.name, values: this.values, samples: this.samples, features, first: this.first }
  }
}

/** The refusal of missing values: how many in each view, where the first stands, and the ways out (`waysOut`: how the caller's user asks for them). */
export function missingValuesError(found: readonly MissingValues[], waysOut: string): InputError {
  const several = (count: number, noun: string) => `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
  const words = ({ values, samples, features, first }: MissingValues) =>
    `${several(values, 'missing value')} (NaN) in ${several(samples, 'sample')} and ${several(features, 'feature')}, the first at sample ${first.sample}, feature ${first.feature}`
  const others = found.slice(1).map((view) => `; ${view.name}: ${words(view)}`)
  return new InputError(`has ${words(found[0])}${others.join('')}; ${waysOut}`, {
    code: 'missing-values',
    argument: found[0].name,
    details: { views: found },
  })
}
