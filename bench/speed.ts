// npm run bench speed                          all rows: checks results, then times ours and the peers in turns
// npm run bench speed -- HW CCV                only these rows
// --pairs 3 --threads 1                  for less
// --write                                also writes the tables and the figure into docs/research/speed.md
import '../packages/core/test/runtime/threads/threads-from-sources.ts'
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { defaultRow } from './speed/default-row.ts'
import { dstlRows } from './speed/dstl-rows.ts'
import { gridRow } from './speed/grid-row.ts'
import { type KernelFigure, kernelRow, type RooflinePoint } from './speed/kernel-rows.ts'
import type { Figure } from './speed/measure.ts'
import { rooflineFigure } from './speed/roofline-figure.ts'
import type { Row } from './speed/rows.ts'
import { kernelTable, tableOf } from './speed/table.ts'
import { writeBetween } from './speed/write-between.ts'

const rows: Row[] = [kernelRow, ...dstlRows, gridRow, defaultRow]

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
const kernels: KernelFigure[] = []
const roofline: RooflinePoint[] = []
const left: string[] = []
const load: number[] = []
for (const row of rows.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  load.push(loadavg()[0])
  const found = await row.run(settings)
  if (typeof found === 'string') {
    left.push(found)
    console.log(found)
    continue
  }
  figures.push(...(found.figures ?? []))
  kernels.push(...(found.kernels ?? []))
  roofline.push(...(found.roofline ?? []))
  if (found.figures) console.log(tableOf(found.figures))
  if (found.kernels) console.log(kernelTable(found.kernels))
}

const record = {
  date: new Date().toISOString().slice(0, 10),
  node: process.version,
  machine: `${cpus()[0].model}, ${cpus().length} cores`,
  threads: settings.threads,
  load: [Math.min(...load), Math.max(...load)],
  figures,
  kernels,
  roofline,
  left,
}
mkdirSync(new URL('./results', import.meta.url), { recursive: true })
writeFileSync(new URL('./results/speed.json', import.meta.url), `${JSON.stringify(record, null, 2)}\n`)

if (flags.write) {
  const page = 'research/speed.md'
  const about = `Measured ${record.date} with \`npm run bench speed\` on ${record.machine}, Node ${record.node}, ${record.threads} threads, medians of ${settings.pairs} pairs; load of the machine ${record.load.map((value) => value.toFixed(1)).join(' to ')}.`
  if (figures.length > 0)
    writeBetween(page, 'rows', [about, '', tableOf(figures), ...left.map((line) => `\n${line}`)].join('\n'))
  if (kernels.length > 0) writeBetween(page, 'kernels', `${about}\n\n${kernelTable(kernels)}`)
  if (roofline.length > 0)
    writeFileSync(new URL('../docs/images/roofline.svg', import.meta.url), await rooflineFigure(roofline))
}
