import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { copyToCommand } from './build/copy-to-command.ts'
import { notices } from './build/notices.ts'
import { offlineCopy } from './build/offline-copy.ts'
import { pageWithoutThreads } from './build/page-without-threads.ts'
import { strictPolicy } from './build/strict-policy.ts'
import manifest from './package.json' with { type: 'json' }

const source = (path: string) => fileURLToPath(new URL(`../../packages/${path}`, import.meta.url))

export default defineConfig(({ command }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // Relative addresses, so that the files work from any folder of any host.
  base: './',
  define: {
    __VERSION__: JSON.stringify(manifest.version),
    __BUILT__: JSON.stringify(command === 'build'),
  },
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
      '@manyview/rivals': source('rivals/src/index.ts'),
    },
  },
  worker: { format: 'es' },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [pageWithoutThreads(), strictPolicy(), offlineCopy(), notices(), copyToCommand()],
  build: {
    target: 'es2022',
    outDir: 'dist',
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
  },
}))
