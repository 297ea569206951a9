import { consensus } from '../consensus/method.ts'
import { dstl } from '../dstl/dstl.ts'
import { InputError } from '../input-error.ts'
import type { OptionSpec } from '../options.ts'
import { kmeansMethod } from './kmeans-method.ts'
import type { Method } from './method.ts'
import { spectral } from './spectral.ts'

/** A method that `cluster` knows by name. */
export type CoreMethod = typeof consensus | typeof dstl | typeof kmeansMethod | typeof spectral

/** The methods that `cluster` knows by name, in the order in which they are listed. */
export const methods: readonly Method[] = [consensus, dstl, kmeansMethod, spectral] satisfies CoreMethod[]

/** The method used when none is named. */
export const defaultMethod = 'consensus' satisfies CoreMethod['name']

/** The method of that name, in any case, among `known`. */
export function findMethod(name: string, known: readonly Method[] = methods): Method {
  const method = known.find((candidate) => candidate.name === name.toLowerCase())
  if (method) return method
  throw new InputError(`there is no method "${name}", choose one of ${known.map((each) => each.name).join(', ')}`, {
    code: 'unknown-method',
    argument: 'method',
    details: { name },
  })
}

/** Names of the methods that `cluster` knows by name. */
export type MethodName = CoreMethod['name']

/** The options that a method declares, as they are given; any at all for a method that is known only at run time. */
export type OptionsOf<M extends MethodName | Method> = M extends MethodName
  ? Given<Extract<CoreMethod, { name: M }>['options'][number]>
  : M extends Method
    ? Given<M['options'][number]>
    : never

type Given<Option extends OptionSpec> = string extends Option['name']
  ? Record<string, unknown>
  : { [O in Option as O['name']]?: ValueOf<O> | null }

type ValueOf<Option extends OptionSpec> = Option extends { kind: 'choice'; choices: readonly (infer Choice)[] }
  ? Choice
  : Option extends { kind: 'boolean' }
    ? boolean
    : Option extends { kind: 'weights' }
      ? Readonly<Record<string, number>>
      : Option extends { kind: 'kinds'; choices: readonly (infer Choice)[] }
        ? Readonly<Record<string, Choice>>
        : number
