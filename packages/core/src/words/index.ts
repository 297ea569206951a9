export { byteSize, byteSizes } from './byte-size.ts'
export { dateText, duration } from './duration.ts'
export { counted, fixed, grouped, percent, plural, pValue, readable, sentence, signed } from './numbers.ts'
export { ownProperty } from './own-property.ts'
