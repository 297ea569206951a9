/**
 * Builds the site with the studio in it, as files that any static host serves from any path.
 *
 *     npm run docs:build    the site in docs/.vitepress/dist
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { anyPath, freePaths } from './any-path.ts'
import './write-reference.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
execFileSync(process.execPath, [join(root, 'node_modules/vitepress/bin/vitepress.js'), 'build', 'docs'], {
  cwd: root,
  env: { ...process.env, DOCS_BASE: anyPath },
  stdio: 'inherit',
})
freePaths(join(root, 'docs/.vitepress/dist'))
