/**
 * Runs tests on a copy of the working tree under the conditions that other machines have, and prints a table.
 * node scripts/test-matrix.mjs                       the tests of what depends on the machine; needs a build, about two minutes per condition
 * node scripts/test-matrix.mjs FILE …                these test files
 * node scripts/test-matrix.mjs --only "no network"   some of the conditions, with commas between them
 * node scripts/test-matrix.mjs --all                 `npm test` under each condition
 */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { values: flags, positionals } = parseArgs({
  options: { all: { type: 'boolean', default: false }, only: { type: 'string' } },
  allowPositionals: true,
})
const root = fileURLToPath(new URL('../', import.meta.url))
/** What depends on the machine: files that are odd, written, kept, streamed or do not fit on the disk; ports, pages in Chromium, threads, ranks, little memory; and a fit. */
const few = [
  'apps/studio/test/first-load.test.ts',
  'packages/core/test/consensus/consensus.test.ts',
  'packages/core/test/consensus/consensus-over-ranks.test.ts',
  'packages/manyview/test/checkpoint',
  'packages/manyview/test/pictures',
  'packages/manyview/test/studio-server.test.ts',
  'packages/manyview/test/writing',
  ...['full-disk', 'mpi', 'odd-input', 'outputs', 'report-browser', 'small-memory', 'stream', 'studio'].map(
    (name) => `packages/manyview/test/e2e/${name}.test.ts`,
  ),
]
const files = positionals.length > 0 ? positionals : few
const isRoot = process.getuid() === 0
const nobody = 65534
const base = mkdtempSync(join(tmpdir(), 'manyview-matrix-'))
/** Another file system where there is one, since files are not renamed from one to another. */
const elsewhere = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : base, 'manyview-elsewhere-'))
const data = process.env.MANYVIEW_DATA ?? resolve(root, '../shared/data')
const works = (command, ...args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0
/** A new network has a loopback that is down. */
const offline = [
  'unshare',
  ...(isRoot ? [] : ['--map-root-user']),
  '--net',
  'sh',
  '-c',
  'ip link set lo up && exec "$@"',
  'sh',
]
const withoutRoot = isRoot ? '' : 'needs root'

/** What a condition differs in: the folder of the copy and its mode, the owner, the environment, what runs the tests, the Node. `lacks` says why it cannot be had here. */
const conditions = {
  'root in a folder of mode 0700': { mode: 0o700, lacks: withoutRoot },
  'user without sudo': { user: nobody, lacks: withoutRoot },
  'no network': { prefix: offline, lacks: works(...offline, 'true') ? '' : 'needs the right to make a network' },
  'no Chromium': { environment: { CHROMIUM: '/nonexistent' } },
  'spaces and umlauts in the path': { folder: 'ein Ordner für Prüfungen' },
  'TMPDIR elsewhere': { environment: { TMPDIR: elsewhere } },
  'Node 20': { node: 20 },
  'Node 22': { node: 22 },
  'Node 24': { node: 24 },
}
const names = flags.only?.split(',').map((name) => name.trim()) ?? Object.keys(conditions)
const unknown = names.find((name) => !(name in conditions))

try {
  if (unknown === undefined) runMatrix()
  else {
    console.error(`--only: there is no "${unknown}", choose of ${Object.keys(conditions).join('; ')}`)
    process.exitCode = 2
  }
} finally {
  rmSync(base, { recursive: true, force: true })
  rmSync(elsewhere, { recursive: true, force: true })
}

/** Runs the tests under each condition, and prints a row as soon as it is there. */
function runMatrix() {
  let copy = copyTree()
  console.log('| condition | Node | passed | failed | skipped | time |\n|---|---|---|---|---|---|')
  for (const name of names) {
    const { folder = 'manyview', mode = 0o755, user, environment = {}, prefix = [], node, lacks } = conditions[name]
    const program = lacks ? '' : nodeOf(node)
    if (!program) {
      console.log(`| ${name} | | not run: ${lacks || 'this Node could not be fetched'} | | | |`)
      continue
    }
    const target = join(base, folder)
    renameSync(copy, target)
    copy = target
    chmodSync(base, mode)
    if (isRoot) giveTo(user ?? 0, copy)
    const row = runTests(copy, [...prefix, program], program, user, environment)
    console.log(`| ${name} | ${row.join(' | ')} |`)
  }
}

/** Copies the tree with what was built; files of node_modules, which nobody changes, are links. */
function copyTree() {
  const target = join(base, 'copy')
  const skipped = [join(root, 'node_modules'), join(root, '.git')]
  cpSync(root, target, {
    recursive: true,
    preserveTimestamps: true,
    verbatimSymlinks: true,
    filter: (path) => !skipped.includes(resolve(path)),
  })
  const linked = works('cp', '-al', join(root, 'node_modules'), target)
  if (!linked) cpSync(skipped[0], join(target, 'node_modules'), { recursive: true, verbatimSymlinks: true })
  // What tools keep there is written again, by whoever runs them.
  rmSync(join(target, 'node_modules/.cache'), { recursive: true, force: true })
  return target
}

/** Gives the folders and the files of the copy to a user, but not the files of node_modules, which are those of the tree. */
function giveTo(user, copy) {
  const own = (path) => lchownSync(path, user, user)
  const entries = readdirSync(copy, { recursive: true, withFileTypes: true })
  own(copy)
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory() || !path.startsWith(join(copy, 'node_modules/'))) own(path)
  }
}

/** The path of this version of Node; its package in npm carries the program. Empty where it cannot be fetched. */
function nodeOf(version) {
  if (version === undefined || process.versions.node.startsWith(`${version}.`)) return process.execPath
  const folder = join(base, `node-${version}`)
  const program = join(folder, 'package/bin/node')
  mkdirSync(folder, { recursive: true })
  const name = `node-${process.platform}-${process.arch}@${version}`
  const { status, stdout } = spawnSync('npm', ['pack', '--silent', name], { cwd: folder, encoding: 'utf8' })
  if (status !== 0) return ''
  return works('tar', '-xzf', join(folder, stdout.trim().split('\n').at(-1)), '-C', folder) ? program : ''
}

/** Runs the tests in the copy; names those that fail, and gives the rest of a row. */
function runTests(copy, command, program, user, environment) {
  const home = join(copy, '.matrix')
  mkdirSync(home, { recursive: true })
  if (isRoot) lchownSync(home, user ?? 0, user ?? 0)
  const report = join(home, 'report.json')
  rmSync(report, { force: true })
  const env = {
    ...process.env,
    ...(existsSync(data) ? { MANYVIEW_DATA: data } : {}),
    PATH: `${dirname(program)}:${process.env.PATH}`,
    HOME: home,
    ...environment,
  }
  const vitest = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'packages',
    '--project',
    'e2e',
    '--reporter=json',
    `--outputFile=${report}`,
    ...files,
  ]
  const [first, ...args] = flags.all ? [...command.slice(0, -1), 'npm', 'test'] : [...command, ...vitest]
  const began = performance.now()
  const rights = user === undefined ? {} : { uid: user, gid: user }
  const { status, stdout, stderr } = spawnSync(first, args, {
    cwd: copy,
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    ...rights,
  })
  const time = `${Math.round((performance.now() - began) / 1000)} s`
  const version = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout.trim()
  if (status !== 0) process.exitCode = 1
  if (flags.all) {
    // vitest says on the other stream what failed.
    if (status !== 0) console.error(stdout.slice(-4000) + stderr.slice(-8000))
    return [version, status === 0 ? 'all' : '', status === 0 ? '0' : `status ${status}`, '', time]
  }
  if (!existsSync(report)) {
    console.error(stdout + stderr)
    return [version, '', `status ${status}`, '', time]
  }
  const { testResults, numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, 'utf8'))
  for (const { name, message, assertionResults } of testResults) {
    if (message) console.error(`${name}: ${message}`)
    for (const test of assertionResults)
      if (test.status === 'failed') console.error(`${test.fullName}: ${test.failureMessages.join('\n')}`)
  }
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return [version, numPassedTests, numFailedTests + brokenFiles.length, numPendingTests, time]
}
