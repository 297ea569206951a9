export { drain } from '../src/runtime/steps.ts'
