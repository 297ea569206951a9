// Bundles <manyview-map> into one file, which a page loads without a bundler, and the widget that notebooks load.
import { readFileSync, statSync } from 'node:fs'
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

/** Bundles one of the files of the map into one; gives its bytes. */
async function bundle(input, file) {
  await build({
    input: path(`drawing/src/map/${input}`),
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
  // A page may hold the code between tags.
  if (readFileSync(file, 'utf8').includes('</script')) throw new Error(`${file} holds the end of a script`)
  return statSync(file).size
}

/** Writes `<manyview-map>` as packages/drawing/dist/manyview-map.js. */
export const buildMapElement = () => bundle('manyview-map.ts', path('drawing/dist/manyview-map.js'))

/** Writes the widget for notebooks to `file`. */
export const buildMapWidget = (file) => bundle('map-widget.ts', file)
