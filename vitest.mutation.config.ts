import { defineConfig } from 'vitest/config'
import base from './vitest.config.ts'

/** Runs only the tests named by `MUTATION_TESTS` (`packages/core/test/metrics …`), so that a mutation is judged by the unit tests of its own folder. */
export default defineConfig({
  resolve: base.resolve,
  test: {
    include: (process.env.MUTATION_TESTS ?? '').split(' ').map((path) => `${path}/**/*.test.ts`),
    isolate: false,
  },
})
