// npm run bench                          all rows: checks results, then times ours and the peers in turns
// npm run bench -- HW CCV                only these rows
// --pairs 3 --threads 1                  for less
// --write                                also writes the tables into docs/performance.md
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { dstlRows } from './speed/dstl-rows.ts'
import type { Figure } from './speed/measure.ts'
import type { Row } from './speed/rows.ts'
import { tableOf } from './speed/table.ts'

const rows: Row[] = [...dstlRows]

const { values: flags, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    pairs: { type: 'string', default: '7' },
    threads: { type: 'string', default: String(availableParallelism()) },
    write: { type: 'boolean', default: false },
  },
})
const settings = { pairs: Number(flags.pairs), threads: Number(flags.threads) }
const unknown = wanted.filter((name) => !rows.some((row) => row.name === name))
if (unknown.length > 0)
  throw new Error(`no row ${unknown.join(', ')}; there are ${rows.map(({ name }) => name).join(', ')}`)

const figures: Figure[] = []
const left: string[] = []
const load: number[] = []
for (const row of rows.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  load.push(loadavg()[0])
  const found = await row.run(settings)
  if (typeof found === 'string') left.push(found)
  else {
    figures.push(...found)
    console.log(tableOf(found))
  }
}
for (const line of left) console.log(line)
const record = {
  date: new Date().toISOString().slice(0, 10),
  node: process.version,
  machine: `${cpus()[0].model}, ${cpus().length} cores`,
  threads: settings.threads,
  load: [Math.min(...load), Math.max(...load)],
  figures,
  left,
}
mkdirSync(new URL('./results', import.meta.url), { recursive: true })
writeFileSync(new URL('./results/speed.json', import.meta.url), `${JSON.stringify(record, null, 2)}\n`)
