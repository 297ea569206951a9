/** An option of a method, declared as data: validation, `manyview methods` and `--set` all read it. */
export interface OptionSpec {
  name: string
  description: string
  /** A number in [minimum, maximum], a whole number, a choice of words, a yes or no, or by view a weight or one of the choices. */
  kind: 'number' | 'integer' | 'choice' | 'boolean' | 'weights' | 'kinds'
  minimum?: number
  maximum?: number
  choices?: readonly string[]
  /** What holds when the option is not given; null: taken from the data, as the description says. */
  default: number | string | boolean | null
}

/** What an option holds; an object for weights and kinds by view, null where the data decide. */
export type OptionValue = number | string | boolean | Readonly<Record<string, number> | Record<string, string>> | null

/** Option values after validation; every declared option is there. */
export type OptionValues = Record<string, OptionValue>
