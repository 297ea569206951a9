/** Tests the clients in Python and R on the built command; what is not installed is skipped and said. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const works = (command, ...args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0

function run(command, args, more = {}) {
  const { status } = spawnSync(command, args, { stdio: 'inherit', cwd: root, ...more })
  if (status !== 0) process.exit(status ?? 1)
}

run('node', ['scripts/build-clients.mjs'])

// Debian's Python has Debian's packages; another one may come first on the PATH.
const python = [process.env.PYTHON, '/usr/bin/python3', 'python3'].find(
  (path) => path && works(path, '-c', 'import numpy, pytest'),
)
if (python) run(python, ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', 'clients/python'])
else console.log('skipped: the Python client (there is no Python with numpy and pytest)')

if (works('Rscript', '-e', 'library(jsonlite)')) {
  const library = mkdtempSync(join(tmpdir(), 'manyview-r-'))
  try {
    run('R', ['CMD', 'INSTALL', `--library=${library}`, 'clients/r'], { stdio: ['ignore', 'ignore', 'inherit'] })
    for (const name of readdirSync(join(root, 'clients/r/tests')))
      run('Rscript', [`clients/r/tests/${name}`], { env: { ...process.env, R_LIBS: library } })
  } finally {
    rmSync(library, { recursive: true, force: true })
  }
} else console.log('skipped: the R client (there is no R with jsonlite)')
