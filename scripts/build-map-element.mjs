// Bundles <manyview-map> into one file, which a page loads without a bundler.
import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'

const path = (name) => fileURLToPath(new URL(`../packages/${name}`, import.meta.url))

/** Of the formats the map needs only those of results. */
const formatsOfResults = {
  name: 'formats-of-results',
  resolveId: (id) => (id === '@manyview/formats' ? '\0formats' : null),
  load: (id) =>
    id === '\0formats'
      ? ['record', 'stored-clustering', 'labels-csv']
          .map((name) => `export * from ${JSON.stringify(path(`formats/src/results/${name}.ts`))}`)
          .join('\n')
      : null,
}

/** Writes packages/drawing/dist/manyview-map.js; gives its bytes. */
export async function buildMapElement() {
  const file = path('drawing/dist/manyview-map.js')
  await build({
    input: path('drawing/src/map/manyview-map.ts'),
    logLevel: 'warn',
    tsconfig: false,
    resolve: {
      alias: {
        '@manyview/core/methods': path('core/src/tree/cluster-tree.ts'),
        '@manyview/core/words': path('core/src/words/index.ts'),
        '@manyview/core': path('core/src/input-error.ts'),
      },
    },
    plugins: [formatsOfResults],
    output: { file, format: 'esm', minify: true },
  })
  return statSync(file).size
}
