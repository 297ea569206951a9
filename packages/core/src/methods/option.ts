import type { OptionSpec, OptionValue } from '../options.ts'
import type { Scaling } from '../views/scale-view.ts'

interface Range {
  minimum?: number
  maximum?: number
}

/** An option whose name and kind the compiler knows, so that callers of the method are checked. */
type Declared<Name extends string, Kind extends OptionSpec['kind']> = OptionSpec & {
  readonly name: Name
  readonly kind: Kind
}
type Choice<Name extends string, Word extends string> = Declared<Name, 'choice'> & { readonly choices: readonly Word[] }

/** Short forms to declare the options of a method: name, default (null: taken from the data) and meaning, then the range; numbers are at least 0 and whole numbers from 1 to 100,000 unless said. */
export const option = {
  number: <Name extends string>(
    name: Name,
    standard: number | null,
    description: string,
    range: Range = {},
  ): Declared<Name, 'number'> => ({ name, kind: 'number', minimum: 0, default: standard, description, ...range }),
  integer: <Name extends string>(
    name: Name,
    standard: number | null,
    description: string,
    range: Range = {},
  ): Declared<Name, 'integer'> => ({
    name,
    kind: 'integer',
    minimum: 1,
    maximum: 100000,
    default: standard,
    description,
    ...range,
  }),
  /** A whole number of at least 1 without a limit. */
  count: <Name extends string>(
    name: Name,
    standard: number | null,
    description: string,
  ): Declared<Name, 'integer'> => ({
    name,
    kind: 'integer',
    minimum: 1,
    default: standard,
    description,
  }),
  choice: <Name extends string, const Word extends string>(
    name: Name,
    choices: readonly Word[],
    standard: NoInfer<Word>,
    description: string,
  ): Choice<Name, Word> => ({ name, kind: 'choice', choices, default: standard, description }),
  flag: <Name extends string>(name: Name, description: string): Declared<Name, 'boolean'> => ({
    name,
    kind: 'boolean',
    default: false,
    description,
  }),
  /** A weight by view, none unless given. */
  weights: <Name extends string>(name: Name, description: string): Declared<Name, 'weights'> => ({
    name,
    kind: 'weights',
    default: null,
    description,
  }),
  /** One of the choices by view, none unless given. */
  kinds: <Name extends string, const Word extends string>(
    name: Name,
    choices: readonly Word[],
    description: string,
  ): Declared<Name, 'kinds'> & { readonly choices: readonly Word[] } => ({
    name,
    kind: 'kinds',
    choices,
    default: null,
    description,
  }),
  /** How `scaleView` scales. */
  scaling: (standard: Scaling): Choice<'scaling', Scaling> =>
    option.choice(
      'scaling',
      ['auto', 'feature', 'sample', 'none'],
      standard,
      'feature: z-score every feature; sample: every sample to unit length; none: views as they are; auto: sample for mostly zero views, feature for the rest',
    ),
  /** Runs of k-means. */
  restarts: (standard: number, what = 'k-means runs'): Declared<'restarts', 'integer'> =>
    option.integer('restarts', standard, `${what}, of which the best is kept`, { maximum: 10000 }),
}

/** An option's value as `--set` and `validateOptions` read it: weights by view as `words=2,pixels=0.5`. */
export function optionText(value: OptionValue): string {
  if (value === null || typeof value !== 'object') return String(value)
  return Object.entries(value)
    .map(([name, weight]) => `${name}=${weight}`)
    .join(',')
}
