import { InputError } from '../input-error.ts'

/** Values that may be of any kind as numbers, `features` per sample: NaN for null and undefined; text and the like are refused with their place. Typed arrays are given back. O(values). */
export function plainNumbers(name: string, values: ArrayLike<unknown>, features: number): ArrayLike<number> {
  if (ArrayBuffer.isView(values)) return values as unknown as ArrayLike<number>
  const numbers = new Float64Array(values.length)
  for (let p = 0; p < values.length; p++) {
    const value = values[p] ?? Number.NaN
    if (typeof value !== 'number') throw notANumber(name, value, Math.floor(p / features), p % features)
    numbers[p] = value
  }
  return numbers
}

function notANumber(name: string, value: unknown, sample: number, feature: number): InputError {
  const kind = typeof value === 'string' ? 'the text ' : ''
  return new InputError(
    `sample ${sample}, feature ${feature} is ${kind}${JSON.stringify(value) ?? String(value)}, give numbers, and NaN where a value is missing`,
    { code: 'not-a-number', argument: name, details: { sample, feature, value } },
  )
}
