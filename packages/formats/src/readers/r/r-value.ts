/** A value as an R file holds it, with its attributes by name. */
export type RValue = (
  | { type: 'numbers'; data: Float64Array | Int32Array; logical: boolean }
  | { type: 'texts'; values: (string | null)[] }
  | { type: 'list'; items: RValue[] }
  | { type: 'object' }
  | { type: 'null' }
  | { type: 'other'; what: string }
) & { attributes: RAttributes }

/** Attributes of a value: names, dim, dimnames, class, levels, and the slots of an S4 object. */
export type RAttributes = ReadonlyMap<string, RValue>

/** What has no attributes. */
export const noAttributes: RAttributes = new Map()

/** The texts of an attribute; empty where there are none. A missing text is empty. */
export function textsOf(value: RValue | undefined): string[] {
  return value?.type === 'texts' ? value.values.map((text) => text ?? '') : []
}

/** The numbers of an attribute; empty where there are none. */
export function numbersOf(value: RValue | undefined): Float64Array | Int32Array {
  return value?.type === 'numbers' ? value.data : new Float64Array(0)
}

/** True when R's `inherits(value, name)` is. */
export function isOfClass(value: RValue, name: string): boolean {
  return textsOf(value.attributes.get('class')).includes(name)
}
