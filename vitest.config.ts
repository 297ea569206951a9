import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const source = (path: string) => fileURLToPath(new URL(`./packages/${path}`, import.meta.url))

/** Tests of the built command and the built page; a build goes before them. */
const built = ['packages/*/test/e2e/**/*.test.ts', 'apps/*/test/**/*.test.ts']
/** Tests that try everything: `npm run test:all` has them, `npm test` does not. */
const exhaustive = '{packages,apps}/*/test/**/*.all.test.ts'
const buildFirst = ['packages/manyview/test/e2e/build-first.ts']

export default defineConfig({
  resolve: {
    alias: {
      '@manyview/core/metadata': source('core/src/metadata/index.ts'),
      '@manyview/core/methods': source('core/src/methods/index.ts'),
      '@manyview/core/metrics': source('core/src/metrics/index.ts'),
      '@manyview/core/runtime': source('core/src/runtime/index.ts'),
      '@manyview/core/numerics': source('core/src/numerics.ts'),
      '@manyview/core/words': source('core/src/words/index.ts'),
      '@manyview/core': source('core/src/index.ts'),
      '@manyview/drawing/map': source('drawing/src/map/index.ts'),
      '@manyview/drawing/report': source('drawing/src/report/index.ts'),
      '@manyview/drawing': source('drawing/src/index.ts'),
      '@manyview/formats/digits': source('formats/src/digits/index.ts'),
      '@manyview/formats/things': source('formats/src/things/index.ts'),
      '@manyview/formats': source('formats/src/index.ts'),
      '@manyview/gpu': source('gpu/src/index.ts'),
      'manyview/node': source('manyview/src/node.ts'),
      '@manyview/rivals': source('rivals/src/index.ts'),
      manyview: source('manyview/src/index.ts'),
    },
  },
  test: {
    // The clock decides nothing: a loaded machine gets the time it needs, and a test that hangs still ends.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'packages',
          include: ['packages/*/test/**/*.test.ts'],
          exclude: [...built, exhaustive],
          // Modules are loaded and kernels compiled once per process instead of once per file.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'e2e', include: built, exclude: [exhaustive], globalSetup: buildFirst },
      },
      {
        extends: true,
        test: { name: 'exhaustive', include: [exhaustive], globalSetup: buildFirst },
      },
    ],
  },
})
