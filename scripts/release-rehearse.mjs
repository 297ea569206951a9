/**
 * Rehearses a release: packs every package, publishes the set to a registry of its own on this machine, and uses it by name from empty folders.
 *
 *     npm run build && npm run release:rehearse
 *
 * Packages of others come through the registry that npm is set to.
 */
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The newest that runs on Node 20. */
const registryServer = 'verdaccio@6.3.2'
const packages = ['core', 'formats', 'drawing', 'gpu', 'rivals', 'manyview']
const root = fileURLToPath(new URL('../', import.meta.url))
const place = mkdtempSync(join(tmpdir(), 'manyview-release-'))
const windows = process.platform === 'win32'

const say = (text) => console.log(`\n== ${text}`)
const within = (folder) => (command, args, more) =>
  execFileSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    shell: windows,
    stdio: ['ignore', 'pipe', 'inherit'],
    ...more,
  })
const check = (ok, what) => {
  if (!ok) throw new Error(`the rehearsal failed: ${what}`)
  console.log(`   ${what}`)
}

const port = await freePort()
const registry = `http://127.0.0.1:${port}/`
const server = await startRegistry()
try {
  say('publishing')
  for (const name of packages) {
    within(join(root, 'packages', name))('npm', [
      'publish',
      '--ignore-scripts',
      '--registry',
      registry,
      '--userconfig',
      join(place, 'npmrc'),
    ])
    console.log(`   ${name}`)
  }
  const folder = emptyFolder('user')
  const run = within(folder)
  say('installed by name, in an empty folder')
  run('npm', ['install', 'manyview', '--no-audit', '--no-fund'])
  console.log(`   ${megabytes(join(folder, 'node_modules'))} MB, ${count(join(folder, 'node_modules'))} packages`)
  const small = emptyFolder('small')
  within(small)('npm', ['install', 'manyview', '--omit=optional', '--no-audit', '--no-fund'])
  const size = megabytes(join(small, 'node_modules'))
  check(size <= 10, `without what PNG figures and MPI need: ${size} MB (at most 10)`)
  check(/^\d+\.\d+\.\d+/.test(run('npx', ['manyview', '--version'])), 'npx manyview --version')
  check(run('npx', ['manyview', 'demo', '--out', 'demo']).includes('2,000 handwritten digits'), 'npx manyview demo')
  check(
    within(small)('npx', ['manyview', 'demo', '--out', 'demo']).includes('report.html'),
    'the same without optional packages',
  )

  say('the library')
  const program =
    'cluster({ a: [[0, 0], [0, 1], [9, 9], [9, 8]] }, { clusters: 2 }).then(({ labels }) => console.log(labels.length))'
  writeFileSync(join(folder, 'use.mjs'), `import { cluster } from 'manyview'\n${program}\n`)
  writeFileSync(join(folder, 'use.cjs'), `import('manyview').then(({ cluster }) => ${program})\n`)
  check(run('node', ['use.mjs']).trim() === '4', 'ESM')
  check(run('node', ['use.cjs']).trim() === '4', 'CommonJS, by import()')
  writeFileSync(
    join(folder, 'use.ts'),
    `import { type Clustering, cluster } from 'manyview'\nexport const found: Promise<Clustering> = cluster({ a: [[0], [1]] }, { clusters: 2 })\n`,
  )
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const modes = { bundler: 'esnext', nodenext: 'nodenext', node10: 'esnext' }
  for (const [resolution, module] of Object.entries(modes)) {
    const flags = [
      '--noEmit',
      '--strict',
      '--target',
      'es2022',
      '--module',
      module,
      '--moduleResolution',
      resolution,
      '--skipLibCheck',
      'false',
    ]
    const silenced = resolution === 'node10' ? ['--ignoreDeprecations', '6.0'] : []
    run('node', [compiler, 'use.ts', ...flags, ...silenced])
    check(true, `TypeScript, ${resolution}`)
  }
  mkdirSync(join(folder, 'page'))
  writeFileSync(join(folder, 'page/index.html'), '<script type="module" src="./main.js"></script>')
  writeFileSync(join(folder, 'page/main.js'), `import { cluster } from '@manyview/core'\n${program}\n`)
  run('node', [join(root, 'node_modules/vite/bin/vite.js'), 'build', 'page', '--logLevel', 'error'])
  check(readdirSync(join(folder, 'page/dist')).includes('index.html'), 'a page built by Vite')

  say('offline, the registry gone')
  server.kill()
  cpSync(join(small, 'node_modules'), join(emptyFolder('offline'), 'node_modules'), { recursive: true })
  check(
    within(join(place, 'offline'))('npx', ['--offline', 'manyview', 'methods']).includes('consensus'),
    'npx manyview methods',
  )
  check((await studioAnswers(folder)).includes('<title>'), 'npx manyview studio')
  say('the rehearsal went well')
} finally {
  server.kill()
  rmSync(place, { recursive: true, force: true })
}

/** An empty folder whose npm knows the local registry alone. */
function emptyFolder(name) {
  const folder = join(place, name)
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  writeFileSync(join(folder, '.npmrc'), `registry=${registry}\n`)
  return folder
}

async function startRegistry() {
  say('a registry on this machine')
  const behind = within(root)('npm', ['config', 'get', 'registry']).trim()
  writeFileSync(join(place, 'npmrc'), `//127.0.0.1:${port}/:_authToken=rehearsal\n`)
  const open = { access: '$all', publish: '$anonymous $authenticated' }
  const settings = {
    storage: join(place, 'storage'),
    uplinks: { others: { url: behind } },
    packages: { manyview: open, '@manyview/*': open, '**': { access: '$all', proxy: 'others' } },
    log: { type: 'file', path: join(place, 'log'), level: 'error' },
    max_body_size: '100mb',
  }
  // YAML takes JSON.
  writeFileSync(join(place, 'config.yaml'), JSON.stringify(settings))
  const tools = join(place, 'tools')
  mkdirSync(tools)
  // It asks for node-fetch by a tag that mirrors of the registry may not carry.
  writeFileSync(join(tools, 'package.json'), JSON.stringify({ private: true, overrides: { 'node-fetch': '2.7.0' } }))
  within(tools)('npm', ['install', registryServer, '--no-audit', '--no-fund'])
  const program = join(tools, 'node_modules/verdaccio/bin/verdaccio')
  const child = spawn(
    process.execPath,
    [program, '--config', join(place, 'config.yaml'), '--listen', `127.0.0.1:${port}`],
    { stdio: 'ignore' },
  )
  for (let tries = 0; tries < 600; tries++) {
    if (
      await fetch(`${registry}-/ping`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return child
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('the registry did not start')
}

async function studioAnswers(folder) {
  const child = spawn('npx', ['manyview', 'studio', '--port', '0', '--no-open'], {
    cwd: folder,
    shell: windows,
    detached: !windows,
  })
  try {
    const address = await new Promise((resolve, reject) => {
      child.stdout.on('data', (text) => {
        const found = /http:\/\/[^\s]+/.exec(String(text))
        if (found) resolve(found[0])
      })
      child.stderr.pipe(process.stderr)
      child.on('exit', () => reject(new Error('the studio ended')))
    })
    return await (await fetch(address)).text()
  } finally {
    if (windows) child.kill()
    else if (child.exitCode === null) process.kill(-child.pid)
  }
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address()
      probe.close(() => resolve(free))
    })
  })
}

function megabytes(folder) {
  const bytes = (path) =>
    statSync(path).isDirectory()
      ? readdirSync(path).reduce((sum, name) => sum + bytes(join(path, name)), 0)
      : statSync(path).size
  return Math.round(bytes(folder) / 1e5) / 10
}

function count(folder) {
  return readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) => (name.startsWith('@') ? readdirSync(join(folder, name)) : [name])).length
}
