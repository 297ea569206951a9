/**
 * Bundles the built command for the clients in other languages, which carry it: no npm is needed to use them.
 *
 *     npm run build && npm run build:clients
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { buildMapWidget } from './build-map-element.mjs'
import { codecNotice, thirdPartyNotices } from './third-party.mjs'

const root = fileURLToPath(new URL('../', import.meta.url))
const places = ['clients/python/src/manyview/command', 'clients/r/inst/command']
/** PNG figures and MPI need native code, which is for those who install the npm package. */
const left = ['@resvg/resvg-js', 'koffi', 'canvas']
const banner =
  "import { createRequire as requireForBundle } from 'node:module';const require = requireForBundle(import.meta.url);"

for (const place of places) {
  const outdir = `${root}${place}`
  await rm(outdir, { recursive: true, force: true })
  await mkdir(outdir, { recursive: true })
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: {
      manyview: 'packages/manyview/bin/manyview.js',
      'thread-worker': 'packages/core/dist/thread-worker.js',
      'job-worker': 'packages/manyview/dist/job-worker.js',
    },
    outdir,
    bundle: true,
    splitting: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: left,
    banner: { js: banner },
    metafile: true,
  })
  const bundled = Object.keys(metafile.inputs).flatMap(
    (path) => /^node_modules\/((@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [],
  )
  await writeFile(
    `${outdir}/THIRD-PARTY.md`,
    thirdPartyNotices([...new Set(bundled), 'linkedom', '@observablehq/plot']) + codecNotice(),
  )
  await writeFile(`${outdir}/package.json`, '{ "type": "module" }\n')
  const bytes = Object.values(metafile.outputs).reduce((sum, output) => sum + output.bytes, 0)
  console.log(`${place}: ${(bytes / 2 ** 20).toFixed(1)} MiB`)
}

await buildMapWidget(`${root}${places[0]}/map-widget.js`)
