// Kills the command while it replaces earlier results: every file must be the old or the new one, whole. Needs a build.
// npm run bench write-kills -- --kills 500   SIGKILL while --out with report and tables, --out FILE.csv and --model are written; the input must stay as it was, and a last run removes
//                                            what was left half-written

import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { normal, Random } from '@manyview/core/numerics'

const { values: flags } = parseArgs({
  options: { kills: { type: 'string', default: '50' }, seed: { type: 'string', default: '0' } },
})
const command = fileURLToPath(new URL('../packages/manyview/bin/manyview.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'manyview-write-kills-'))
const random = new Random(Number(flags.seed))
const table = Array.from({ length: 400 }, (_, i) =>
  [`s${i}`, ...Array.from({ length: 8 }, (_, j) => (3 * ((i + j) % 4) + 1.5 * normal(random)).toFixed(4))].join(),
)
const input = `id,a,b,c,d,e,f,g,h\n${table.join('\n')}\n`
writeFileSync(join(folder, 'view.csv'), input)

// The labels come first, and what explains them later: after either the folder is whole.
const results: Map<string, string>[] = []
for (const seed of [0, 1])
  for (const more of [['--write', 'none'], []]) {
    await start(seed, more).ended
    results.push(contents())
  }
/** A kill comes up to 25 ms after one of these is begun. */
const outputs = ['.labels.csv.', '.clustering.json.', '.report.html.', '.kept.model.']
let [within, problems] = [0, 0]
for (let kill = 1; kill <= Number(flags.kills); kill++) {
  const { child, writes, ended } = start(kill % 2, [], outputs[random.below(outputs.length)])
  await Promise.race([writes, ended])
  await pause(random.uniform() * 25)
  child.kill('SIGKILL')
  await ended
  if (halfWritten().length > 0) within++
  const wrong = strangers()
  if (wrong.length > 0) {
    problems++
    console.log(`kill ${kill}: ${wrong.join(', ')} neither old nor new`)
  }
}
await start(0).ended
const remains = [
  ...halfWritten(),
  ...[...contents()].filter(([name, bytes]) => bytes !== results[1].get(name)).map(([name]) => name),
]
if (remains.length > 0) {
  problems++
  console.log(`after a whole run: ${remains.join(', ')}`)
}
rmSync(folder, { recursive: true })
console.log(
  `${flags.kills} kills while results were written, ${within} of them with a file half-written under another name: ${problems} problems`,
)
process.exitCode = problems > 0 ? 1 : 0

/** The command; `writes` resolves when the file whose name has this part is begun. */
function start(seed: number, more: string[] = [], part = '') {
  const flags = ['--clusters', '4', '--method', 'kmeans', '--seed', String(seed), '--quiet']
  const places = ['--out', 'out', '--out', 'labels.csv', '--model', 'kept.model']
  const watched = watch(folder, { recursive: true })
  const writes = new Promise<void>((resolve) =>
    watched.on('change', (_, name) => {
      if (String(name).includes(part) && String(name).endsWith('.manyview-tmp')) resolve()
    }),
  )
  const child = spawn(process.execPath, [command, 'fit', 'view.csv', ...flags, ...places, ...more], { cwd: folder })
  const ended = new Promise<void>((resolve) =>
    child.on('close', () => {
      watched.close()
      resolve()
    }),
  )
  return { child, writes, ended }
}

function names(): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name !== 'out')
}

function halfWritten(): string[] {
  return names().filter((name) => name.endsWith('.manyview-tmp'))
}

/** The files by name; a report without times. */
function contents(): Map<string, string> {
  const whole = names().filter((name) => !name.endsWith('.manyview-tmp'))
  return new Map(whole.map((name) => [name, readFileSync(join(folder, name), 'latin1').replace(/[\d.]+ m?s\b/g, '')]))
}

/** Files that no whole run wrote, or that changed though they are inputs, or are gone. */
function strangers(): string[] {
  const folderContents = contents()
  const changed = [...folderContents].filter(([name, bytes]) => !results.some((result) => result.get(name) === bytes))
  const gone = [...results[0].keys()].filter((name) => !folderContents.has(name))
  return [...changed.map(([name]) => `${name} changed`), ...gone.map((name) => `${name} gone`)]
}
