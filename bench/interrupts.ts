// npm run interrupts                 sends SIGINT to commands at random moments: each must end with status 130 and nothing half-written. Prints the slowest. Needs a build.
// npm run interrupts -- --times 100 --samples 300000

import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { normal, Random } from '@manyview/core/numerics'
import { writeNpy } from '@manyview/formats'

const { values: flags } = parseArgs({
  options: {
    times: { type: 'string', default: '20' },
    samples: { type: 'string', default: '30000' },
    seed: { type: 'string', default: '0' },
    within: { type: 'string', default: '20' },
  },
})
const command = fileURLToPath(new URL('../packages/cli/bin/manyview.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'manyview-interrupts-'))
const random = new Random(Number(flags.seed))
const rows = Number(flags.samples)
const data = Float64Array.from({ length: rows * 40 }, (_, p) => 3 * ((Math.floor(p / 40) + p) % 6) + normal(random))
writeFileSync(join(folder, 'view.npy'), writeNpy(data, [rows, 40]))
const ways = [
  ['--clusters', '6'],
  ['--clusters', 'auto'],
  ['--clusters', '6', '--method', 'kmeans'],
]

let [sent, slowest, problems] = [0, 0, 0]
for (let time = 1; time <= Number(flags.times); time++) {
  const words = ['fit', 'view.npy', '--quiet', '--out', 'out', ...ways[time % ways.length]]
  const child = spawn(process.execPath, [command, ...words], { cwd: folder, stdio: 'ignore' })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  // A signal before the command listens ends Node itself.
  await pause(500 + random.uniform() * 1000 * Number(flags.within))
  if (child.exitCode === null) {
    child.kill('SIGINT')
    sent++
    const began = performance.now()
    const code = await ended
    const seconds = (performance.now() - began) / 1000
    slowest = Math.max(slowest, seconds)
    // Results that were complete before the signal stay, both of them; `null`: the signal came before the command listened.
    const out = join(folder, 'out')
    const left = existsSync(out) ? readdirSync(out) : []
    const torn = left.some((name) => name.endsWith('.manyview-tmp')) || left.length === 1
    if ((code !== 130 && code !== null) || torn) {
      problems++
      console.log(`${words.join(' ')}: status ${code}, left ${left.join(', ') || 'nothing'}`)
    }
  }
  rmSync(join(folder, 'out'), { recursive: true, force: true })
}
rmSync(folder, { recursive: true })
console.log(
  `${sent} interrupts of ${flags.times} runs, ${problems} problems, the slowest end took ${slowest.toFixed(1)} s`,
)
process.exitCode = problems > 0 ? 1 : 0
