import { InputError, type Method } from '@manyview/core'
import type { OptionValues } from '@manyview/core/methods'
import { defaultMethod, validateOptions } from '@manyview/core/methods'
import { allMethods, findMethod } from '@manyview/rivals'
import { closestWord } from './closest-word.ts'

/** The method of that name and its checked options, so that a mistake is found before any file is read. */
export function methodChoice(
  name = defaultMethod,
  settings: Readonly<Record<string, unknown>> = {},
): { method: Method; options: OptionValues } {
  const methodNames = allMethods.map((method) => method.name)
  if (!methodNames.includes(name.toLowerCase())) {
    const meant = closestWord(name, methodNames)
    const hint = meant ? `did you mean "${meant}"?` : `choose one of ${methodNames.join(', ')}`
    throw new InputError(`there is no method "${name}", ${hint}`, { code: 'unknown-method', argument: '--method' })
  }
  const method = findMethod(name)
  const options = method.options.map((option) => option.name)
  for (const option of Object.keys(settings))
    if (!options.includes(option)) {
      const meant = closestWord(option, options)
      const hint = meant ? `did you mean "${meant}"?` : `it has ${options.join(', ') || 'none'}`
      throw new InputError(`method ${method.name} has no option "${option}", ${hint}`, {
        code: 'unknown-option',
        argument: '--set',
      })
    }
  return { method, options: validateOptions(method, settings) }
}
