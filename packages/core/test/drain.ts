export { drain } from '../src/steps.ts'
