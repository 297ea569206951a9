import type * as v from 'valibot'
import type { PrintedSchemas } from './schemas.ts'

/** What the JSON of a command says, beside the names of its form. */
export type Printed<Command extends keyof PrintedSchemas> = WithoutNames<v.InferInput<PrintedSchemas[Command]>>
type WithoutNames<T> = T extends unknown ? ReadOnly<Omit<T, 'format' | 'version'>> : never
/** Lists are only read. */
type ReadOnly<T> = T extends readonly (infer Entry)[]
  ? readonly ReadOnly<Entry>[]
  : T extends object
    ? { readonly [Key in keyof T]: ReadOnly<T[Key]> }
    : T

/** The one line that `--json` prints. `schemas.ts` says what is in it, and has the version. */
export function printedJson<Command extends keyof PrintedSchemas>(command: Command, facts: Printed<Command>): string {
  return JSON.stringify({ format: `manyview ${command}`, version: 1, ...facts })
}
