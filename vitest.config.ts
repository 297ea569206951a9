import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const source = (path: string) => fileURLToPath(new URL(`./packages/${path}`, import.meta.url))

export default defineConfig({
  resolve: {
    alias: {
      '@manyview/core/numerics': source('core/src/numerics.ts'),
      '@manyview/core/methods': source('core/src/methods/index.ts'),
      '@manyview/core': source('core/src/index.ts'),
      '@manyview/formats/digits': source('formats/src/digits/index.ts'),
      '@manyview/formats': source('formats/src/index.ts'),
      '@manyview/node': source('node/src/index.ts'),
      '@manyview/rivals/experiments': source('rivals/src/experiments/index.ts'),
      '@manyview/rivals': source('rivals/src/index.ts'),
      manyview: source('cli/src/index.ts'),
    },
  },
  test: {
    testTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: { name: 'packages', include: ['packages/*/test/**/*.test.ts'], exclude: ['packages/*/test/e2e/**'] },
      },
      {
        // These run the built command, so that a build goes before them.
        extends: true,
        test: {
          name: 'e2e',
          include: ['packages/*/test/e2e/**/*.test.ts', 'apps/*/test/**/*.test.ts'],
          globalSetup: ['packages/cli/test/e2e/build-first.ts'],
        },
      },
    ],
  },
})
