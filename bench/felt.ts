// Times the command from Enter to the result, in turns with the Python that people would write. Needs a build.
// npm run bench felt               every row, in fresh processes
// npm run bench felt -- HW CCV     only these files
// --pairs 3                        fewer pairs
// --write                          also writes the table into docs/performance.md
import { availableParallelism, cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { coldRows, type Times } from './felt/cold-rows.ts'
import { median } from './speed/measure.ts'
import { writeBetween } from './speed/write-between.ts'

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { pairs: { type: 'string', default: '5' }, write: { type: 'boolean', default: false } },
})
const lines = [
  '| file | what | ours | Python | ratio (spread) | wanted | processor seconds, ours and Python | their ratio |',
  '|---|---|---|---|---|---|---|---|',
]
const load = [loadavg()[0]]
console.log(lines.join('\n'))
for (const row of await coldRows(positionals)) {
  const pairs: [Times, Times][] = []
  for (let pair = 0; pair < Number(flags.pairs); pair++) {
    // Who goes first changes, so that a load that comes and goes meets both.
    if (pair % 2 === 0) pairs.push([await row.ours(), await row.peer()])
    else {
      const theirs = await row.peer()
      pairs.push([await row.ours(), theirs])
    }
  }
  row.end()
  load.push(loadavg()[0])
  const middle = (side: 0 | 1, time: 0 | 1) => median(pairs.map((pair) => pair[side][time]))
  const ratios = pairs.map(([ours, theirs]) => theirs[0] / ours[0])
  const ratio = median(ratios)
  const spread = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`
  const processor = median(pairs.map(([ours, theirs]) => theirs[1] / ours[1]))
  const cells = [row.name, row.what, `${middle(0, 0).toFixed(2)} s`, `${middle(1, 0).toFixed(2)} s`]
  cells.push(`${ratio.toFixed(2)} (${spread})`, `≥ ${row.target} ${ratio >= row.target ? 'reached' : 'not reached'}`)
  cells.push(`${middle(0, 1).toFixed(2)}, ${middle(1, 1).toFixed(2)}`, processor.toFixed(2))
  lines.push(`| ${cells.join(' | ')} |`)
  console.log(lines.at(-1))
}
const machine = `${cpus()[0].model}, ${availableParallelism()} cores, Node ${process.version}`
const busy = `load of the machine ${Math.min(...load).toFixed(1)} to ${Math.max(...load).toFixed(1)}`
const about = `Measured ${new Date().toISOString().slice(0, 10)} with \`npm run bench felt\` on ${machine}; medians of ${flags.pairs} pairs; ${busy}.`
if (flags.write) writeBetween('performance.md', 'felt', [about, '', ...lines].join('\n'))
