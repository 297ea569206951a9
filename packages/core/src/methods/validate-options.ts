import { InputError } from '../input-error.ts'
import type { OptionSpec, OptionValue, OptionValues } from '../options.ts'
import { readByView } from '../views/by-view.ts'
import { readWeights } from '../views/view-weights.ts'
import type { Method } from './method.ts'

/** The method's options with `given` checked against their declarations and defaults filled in. Text is read as the declared kind. */
export function validateOptions(method: Method, given: Readonly<Record<string, unknown>>): OptionValues {
  const specs = new Map(method.options.map((option) => [option.name, option]))
  for (const name of Object.keys(given))
    if (!specs.has(name))
      throw new InputError(
        `method ${method.name} has no such option, it has: ${[...specs.keys()].join(', ') || 'none'}`,
        {
          code: 'unknown-option',
          argument: name,
        },
      )
  return Object.fromEntries(
    method.options.map((option) => {
      const value = given[option.name]
      return [option.name, value === undefined || value === null ? option.default : read(option, value)]
    }),
  )
}

function read(option: OptionSpec, value: unknown): OptionValue {
  const fail = (expected: string): never => {
    throw new InputError(`is ${JSON.stringify(value)}, give ${expected}`, {
      code: 'bad-option',
      argument: option.name,
      details: { value },
    })
  }
  if (option.kind === 'choice') {
    const choice = option.choices!.find((word) => word.toLowerCase() === String(value).toLowerCase())
    return choice ?? fail(`one of ${option.choices!.join(', ')}`)
  }
  if (option.kind === 'boolean') {
    if (value === true || value === 'true') return true
    if (value === false || value === 'false') return false
    return fail('true or false')
  }
  if (option.kind === 'weights') {
    const weights = readWeights(value)
    return weights ?? fail('a number of at least 0 by view, for example words=2,pixels=0.5')
  }
  if (option.kind === 'kinds') {
    const kinds = readByView(value)
    const sound = kinds?.every(([, kind]) => option.choices!.includes(kind as string))
    return sound
      ? Object.fromEntries(kinds as [string, string][])
      : fail(`${option.choices!.join(', ')} by view, for example pca=scores`)
  }
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  const { minimum = -Infinity, maximum = Infinity } = option
  const whole = option.kind === 'integer'
  if (
    typeof number !== 'number' ||
    !Number.isFinite(number) ||
    number < minimum ||
    number > maximum ||
    (whole && !Number.isInteger(number))
  )
    return fail(`a ${whole ? 'whole ' : ''}number${range(minimum, maximum)}`)
  return number
}

function range(minimum: number, maximum: number): string {
  if (minimum === -Infinity && maximum === Infinity) return ''
  if (maximum === Infinity) return ` of at least ${minimum}`
  if (minimum === -Infinity) return ` of at most ${maximum}`
  return ` from ${minimum} to ${maximum}`
}
