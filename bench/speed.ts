// Times kernels, DSTL and the default method in turns with numpy and scikit-learn, after comparing their results.
// npm run bench speed              all rows
// npm run bench speed -- HW CCV    only these rows
// --pairs 3 --threads 1            fewer pairs, one thread
// --write                          also writes the tables and the figure into docs/research/speed.md
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

const { values: flags, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    pairs: { type: 'string', default: '7' },
    threads: { type: 'string', default: String(availableParallelism()) },
    write: { type: 'boolean', default: false },
  },
})
const settings = { pairs: Number(flags.pairs), threads: Number(flags.threads) }
const unknown = names.filter((name) => !rows.some((row) => row.name === name))
if (unknown.length > 0)
  throw new Error(`no row ${unknown.join(', ')}; there are ${rows.map(({ name }) => name).join(', ')}`)

const figures: Figure[] = []
const kernels: KernelFigure[] = []
const roofline: RooflinePoint[] = []
const skipped: string[] = []
const load: number[] = []
for (const row of rows.filter(({ name }) => names.length === 0 || names.includes(name))) {
  load.push(loadavg()[0])
  const outcome = await row.run(settings)
  if (typeof outcome === 'string') {
    skipped.push(outcome)
    console.log(outcome)
    continue
  }
  figures.push(...(outcome.figures ?? []))
  kernels.push(...(outcome.kernels ?? []))
  roofline.push(...(outcome.roofline ?? []))
  if (outcome.figures) console.log(tableOf(outcome.figures))
  if (outcome.kernels) console.log(kernelTable(outcome.kernels))
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
  left: skipped,
}
mkdirSync(new URL('./results', import.meta.url), { recursive: true })
writeFileSync(new URL('./results/speed.json', import.meta.url), `${JSON.stringify(record, null, 2)}\n`)

if (flags.write) {
  const page = 'research/speed.md'
  const about = `Measured ${record.date} with \`npm run bench speed\` on ${record.machine}, Node ${record.node}, ${record.threads} threads, medians of ${settings.pairs} pairs; load of the machine ${record.load.map((value) => value.toFixed(1)).join(' to ')}.`
  if (figures.length > 0)
    writeBetween(page, 'rows', [about, '', tableOf(figures), ...skipped.map((line) => `\n${line}`)].join('\n'))
  if (kernels.length > 0) writeBetween(page, 'kernels', `${about}\n\n${kernelTable(kernels)}`)
  if (roofline.length > 0)
    writeFileSync(new URL('../docs/images/roofline.svg', import.meta.url), await rooflineFigure(roofline))
}
