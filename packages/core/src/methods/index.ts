import { InputError } from '../input-error.ts'
import { dstl } from './dstl.ts'
import { kmeansMethod } from './kmeans-method.ts'
import type { Method } from './method.ts'

/** Every method, in the order in which they are listed. */
export const methods: readonly Method[] = [kmeansMethod, dstl]

/** The method used when none is named. */
export const defaultMethod = 'kmeans'

/** The method of that name, in any case. */
export function findMethod(name: string): Method {
  const method = methods.find((candidate) => candidate.name === name.toLowerCase())
  if (method) return method
  throw new InputError(`there is no method "${name}", choose one of ${methods.map((known) => known.name).join(', ')}`, {
    code: 'unknown-method',
    argument: 'method',
    details: { name },
  })
}
