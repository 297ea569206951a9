import { execSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** Builds the packages unless what is built is newer than every source. */
export default function buildFirst(): void {
  const packages = ['core', 'formats', 'drawing', 'gpu', 'rivals', 'manyview'].map((name) =>
    join(root, 'packages', name),
  )
  const page = join(root, 'apps/studio/dist/index.html')
  const built = [...packages.map((folder) => join(folder, 'dist/index.js')), page]
  const oldest = Math.min(...built.map((path) => (existsSync(path) ? statSync(path).mtimeMs : 0)))
  const sources = [...packages, join(root, 'apps/studio')].flatMap((folder) => filesIn(join(folder, 'src')))
  const kernels = filesIn(join(root, 'packages/core/kernels'))
  if (Math.max(...[...sources, ...kernels].map((path) => statSync(path).mtimeMs)) > oldest)
    execSync('npm run build', { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => /\.(tsx?|css)$/.test(path))
}
