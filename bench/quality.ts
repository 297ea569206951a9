// Measures the accuracy of the default method on all groups of files, against floors and goals.
// npm run bench quality                                       one seed
// npm run bench quality -- --seeds 4 --out new.json           for the record
// npm run bench quality -- --groups shared,cuts --files HW,HWu1 --against old.json     fewer groups and files, compared with an earlier record
// npm run bench quality -- --show new.json --against old.json                          two records; nothing is clustered
// npm run bench quality -- --methods kmeans,spectral,dstl                              other methods on shared and cuts, three shuffles; dstl as stored, too

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { groupsOf, usualGroups } from './quality/groups.ts'
import type { Row, Task } from './quality/rows.ts'
import { runTasks } from './quality/run-tasks.ts'
import { changesTable, comparedTable, meansTable } from './quality/tables.ts'

const { values: flags } = parseArgs({
  options: {
    groups: { type: 'string' },
    files: { type: 'string' },
    seeds: { type: 'string', default: '1' },
    methods: { type: 'string' },
    auto: { type: 'boolean', default: false },
    out: { type: 'string' },
    show: { type: 'string' },
    against: { type: 'string' },
    processes: { type: 'string', default: '2' },
  },
})
const seeds = numbersTo(Number(flags.seeds))
const names = (flags.groups ?? (flags.methods ? 'shared,cuts' : usualGroups)).split(',')
const groups = groupsOf(flags.auto).filter(({ name }) => names.includes(name))
const unknown = names.filter((name) => !groups.some((group) => group.name === name))
if (unknown.length > 0) refuse(`--groups: unknown: ${unknown.join(', ')}, give some of ${usualGroups},lacking`)

const fileNames = flags.files?.split(',')
const files = [...new Set(groups.flatMap((group) => group.files))].filter(isAsked)
const nowhere = fileNames?.filter((name) => !files.some((file) => isNamed(file, name))) ?? []
if (nowhere.length > 0) refuse(`--files: not in the groups ${names.join(', ')}: ${nowhere.join(', ')}`)
const methods = flags.methods?.split(',')
const tasks: Task[] = (flags.show ? [] : files).flatMap((file) =>
  methods ? methods.flatMap((method) => tasksOf(file, method)) : tasksOf(file),
)

const rows: Row[] = flags.show ? readRows(flags.show) : []
const absent = new Set<string>()
const started = performance.now()
await runTasks(tasks, Number(flags.processes), (task, row) => {
  if (row) rows.push(row)
  else absent.add(task.file)
  if (row?.error) console.log(`FAILED ${nameOf(task)}: ${row.error}`)
  if (process.stderr.isTTY) process.stderr.write(`\r${rows.length} of ${tasks.length} `)
  if (row && flags.out) write(flags.out)
})
report()
process.exitCode = rows.some(({ error }) => error) ? 1 : 0

function isAsked(file: string): boolean {
  return !fileNames || fileNames.some((name) => isNamed(file, name))
}

/** Whether a name stands for a file: `HW` for HW as it is, with gaps and disturbed. */
function isNamed(file: string, name: string): boolean {
  return file === name || file.startsWith(`${name} `)
}

/** The default method is measured by its seeds, since the order of the samples does not change it; others by three orders. */
function tasksOf(file: string, method?: string): Task[] {
  if (!method) return seeds.map((seed) => ({ file, seed, shuffle: 1 }))
  const shuffles = method === 'dstl' ? [0, 1, 2, 3] : [1, 2, 3]
  return shuffles.map((shuffle) => ({ file, seed: 0, method, shuffle }))
}

function refuse(message: string): never {
  console.error(message)
  process.exit(2)
}

function report(): void {
  const empty = groups.filter((group) => group.files.length === 0 && group.name !== 'warnings')
  if (empty.length > 0) console.log(`left out, no files in MANYVIEW_DATA: ${empty.map(({ name }) => name).join(', ')}`)
  if (absent.size > 0) console.log(`left out, not there: ${[...absent].join(', ')}`)
  for (const method of methods ?? [undefined]) {
    for (const stored of method === 'dstl' ? [false, true] : [false]) {
      const methodRows = rows.filter((row) => row.method === method && (row.shuffle === 0) === stored)
      if (method) console.log(`\n${method}${stored ? ', samples as stored' : ''}`)
      console.log(meansTable(groups, methodRows))
    }
  }
  if (flags.against) {
    const earlier = readRows(flags.against)
    console.log(`\n${changesTable(groups, rows, earlier)}\n\n${comparedTable(groups, rows, earlier)}`)
  }
  const processor = rows.reduce((sum, { seconds }) => sum + seconds, 0)
  const failed = rows.filter(({ error }) => error).length
  console.log(
    `${rows.length} fits, ${failed} failed, ${seconds(processor)} on processors, ${seconds((performance.now() - started) / 1000)} in all`,
  )
}

function readRows(path: string): Row[] {
  return JSON.parse(readFileSync(path, 'utf8'))
}

function write(path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${JSON.stringify(rows, null, 1)}\n`)
}

function nameOf({ file, seed, method, shuffle }: Task): string {
  return method ? `${file}, ${method}, shuffle ${shuffle}` : `${file}, seed ${seed}`
}

function numbersTo(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i)
}

function seconds(value: number): string {
  return `${value.toFixed(0)} s`
}
