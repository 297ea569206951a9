/**
 * Writes what the site takes from the sources: the reference, the pages that stand elsewhere in the repository, and the built studio.
 *
 *     npm run docs          the site while you write
 *     npm run docs:build    the site as files, in docs/.vitepress/dist
 */
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pagesFromElsewhere } from '../../docs/.vitepress/repository-links.ts'
import { commandPage } from './command-page.ts'
import { errorPage, packageSources } from './error-page.ts'
import { jsonPage, schemaFiles } from './json-page.ts'
import { writeLibraryPages } from './library-pages.ts'
import { methodPage } from './method-page.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = join(root, 'docs/reference')

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'command.md'), await commandPage())
writeFileSync(join(folder, 'methods.md'), methodPage())
writeFileSync(join(folder, 'json.md'), jsonPage())
writeSchemas(join(root, 'docs/public/schema'))
writeFileSync(join(folder, 'errors.md'), errorPage(packageSources(root)))
for (const [page, source] of Object.entries(pagesFromElsewhere))
  writeFileSync(join(root, 'docs', page), `<!--@include: ../../${source}-->\n`)
await writeLibraryPages(root, join(folder, 'library'))

const studio = join(root, 'apps/studio/dist')
if (!existsSync(studio)) throw new Error('the studio was not built, run "npm run build" first')
rmSync(join(root, 'docs/public/studio'), { recursive: true, force: true })
cpSync(studio, join(root, 'docs/public/studio'), { recursive: true })
cpSync(join(root, 'docs/images/studio.png'), join(root, 'docs/public/studio/studio.png'))

function writeSchemas(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [name, schema] of Object.entries(schemaFiles()))
    writeFileSync(join(folder, name), `${JSON.stringify(schema, null, 2)}\n`)
}
