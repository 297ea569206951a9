import type { Scaling } from '../data/scale-view.ts'
import type { OptionSpec } from './method.ts'

interface Range {
  minimum?: number
  maximum?: number
}

/** Short forms to declare the options of a method: name, default and meaning, then the range; numbers are at least 0 and whole numbers from 1 to 100,000 unless said. */
export const option = {
  number: (name: string, standard: number, description: string, range: Range = {}): OptionSpec => ({
    name,
    kind: 'number',
    minimum: 0,
    default: standard,
    description,
    ...range,
  }),
  integer: (name: string, standard: number | null, description: string, range: Range = {}): OptionSpec => ({
    name,
    kind: 'integer',
    minimum: 1,
    maximum: 100000,
    default: standard,
    description,
    ...range,
  }),
  choice: (name: string, choices: readonly string[], standard: string, description: string): OptionSpec => ({
    name,
    kind: 'choice',
    choices,
    default: standard,
    description,
  }),
  flag: (name: string, description: string): OptionSpec => ({ name, kind: 'boolean', default: false, description }),
  /** How `scaleView` scales. */
  scaling: (standard: Scaling): OptionSpec => ({
    name: 'scaling',
    kind: 'choice',
    choices: ['auto', 'feature', 'sample', 'none'],
    default: standard,
    description:
      'feature: z-score every feature; sample: every sample to unit length; none: views as they are; auto: sample for mostly zero views, feature for the rest',
  }),
  /** Runs of k-means. */
  restarts: (standard: number, what = 'k-means runs'): OptionSpec => ({
    name: 'restarts',
    kind: 'integer',
    minimum: 1,
    maximum: 10000,
    default: standard,
    description: `${what}, of which the best is kept`,
  }),
}
