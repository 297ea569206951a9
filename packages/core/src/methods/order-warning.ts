import type { OptionValues } from '../options.ts'
import { isOrderFree, type Method } from './method.ts'

/** The warning of a method that reads the order of the samples under these options, with what the caller's user can do about it; empty for any other. */
export function orderWarning(method: Method, options: OptionValues, advice: string | null): string[] {
  if (isOrderFree(method, options)) return []
  const more = advice === null ? '' : `; ${advice}`
  return [`the clusters that ${method.name} finds depend on the order of the samples${more}`]
}
