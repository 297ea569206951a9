/** Returns what a record holds under a name, undefined where it holds nothing. Users choose names, and every object inherits a `constructor`. */
export function ownProperty<T>(record: Readonly<Record<string, T>> | null | undefined, name: string): T | undefined {
  return record && Object.hasOwn(record, name) ? record[name] : undefined
}
