export { drain } from '../src/drain.ts'
