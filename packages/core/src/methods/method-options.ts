import type { OptionSpec } from '../options.ts'
import type { Method } from './method.ts'
import type { CoreMethod } from './methods.ts'

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
