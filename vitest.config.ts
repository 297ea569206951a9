import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const source = (name: string) => fileURLToPath(new URL(`./packages/${name}/src/index.ts`, import.meta.url))

export default defineConfig({
  resolve: {
    alias: {
      manyview: source('core'),
      '@manyview/formats': source('formats'),
      '@manyview/node': source('node'),
      '@manyview/cli': source('cli'),
    },
  },
  test: { include: ['packages/*/test/**/*.test.ts'], testTimeout: 60_000 },
})
