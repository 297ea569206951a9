export { byteSize, byteSizes } from './byte-size.ts'
export { dateText } from './date-text.ts'
export { duration } from './duration.ts'
export { counted, fixed, grouped, percent, plural, pValue, readable, sentence, signed } from './numbers.ts'
