import { defineConfig } from 'vitest/config'
import base from './vitest.config.ts'

/** Runs only the tests named by `MUTATION_TESTS` (patterns with spaces between), so that a mutation is judged by the unit tests of its own folder. */
export default defineConfig({
  resolve: base.resolve,
  test: {
    include: process.env.MUTATION_TESTS?.split(' '),
    exclude: ['**/*.all.test.ts'],
    isolate: false,
    testTimeout: base.test!.testTimeout,
    hookTimeout: base.test!.hookTimeout,
  },
})
