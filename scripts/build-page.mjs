// Bundles the script of report.html (packages/drawing/src/report/page) into one text that the report embeds.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'

const folder = fileURLToPath(new URL('../packages/drawing/src/report/', import.meta.url))

const source = (path) => fileURLToPath(new URL(`../packages/${path}`, import.meta.url))
const sources = {
  // All that the page computes is a cut of the tree.
  '@manyview/core/methods': source('core/src/tree/cluster-tree.ts'),
  '@manyview/core/words': source('core/src/words/index.ts'),
}

const { output } = await build({
  input: `${folder}page/page.ts`,
  write: false,
  logLevel: 'warn',
  // The names of packages are those above and nothing else.
  tsconfig: false,
  resolve: { alias: sources },
  output: { format: 'iife', minify: true },
})
const text = `/** The script of the report's page. Made by scripts/build-page.mjs from the folder page; do not edit. */
export const pageScript: string = ${JSON.stringify(output[0].code.trim())}\n`
// An unchanged file keeps its date, so that nothing is built again for it.
const before = await readFile(`${folder}page-script.ts`, 'utf8').catch(() => '')
if (before !== text) await writeFile(`${folder}page-script.ts`, text)
