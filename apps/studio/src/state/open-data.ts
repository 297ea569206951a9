import { byteSizes } from '@manyview/core/words'
import { proxy } from 'comlink'
import type { ModelFolder } from '../worker/model-runtime.ts'
import type { Reading, Understood } from '../worker/understood.ts'
import { fileLimit } from './limits.ts'
import { type PageState, restorePageState } from './page-state.ts'
import { progressOf } from './report-progress.ts'
import { unpackReport } from './report-state.ts'
import { makeRun } from './run.ts'
import {
  chosenRun,
  data,
  folded,
  freshSettings,
  isOpen,
  job,
  message,
  type OpenData,
  runs,
  settings,
  tab,
} from './session.ts'
import { showProblem } from './show-problem.ts'
import { answer, markData, replaceWorker, solver } from './solver-link.ts'
import { truthOf } from './truth.ts'

const openingJob = {
  kind: 'open',
  title: 'Reading',
  step: 'Reading the files',
  fraction: null,
  secondsLeft: null,
  curve: [],
  trail: [],
  cancelling: false,
} as const

/** Opens what was dropped or picked: a clustering.json, or files of data. */
export async function openFiles(files: readonly File[], reading: Reading = {}): Promise<void> {
  if (files.length === 0 || job.value) return
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  if (bytes > fileLimit()) {
    const names = files.length === 1 ? files[0].name : `${files.length} files`
    const [held, room] = byteSizes(bytes, fileLimit())
    message.value = {
      kind: 'problem',
      text: `${names}: ${held} are more than this page can hold (${room}).`,
      advice: 'Use the command instead: manyview fit reads the same files.',
    }
    return
  }
  await working(
    async () => {
      const results = await splitResults(files)
      for (const { file, text } of results.clusterings) await openClustering(file, text)
      if (results.others.length > 0) await openData(fileKey(results.others), results.others, reading)
    },
    reading.skipBroken ? undefined : () => void openFiles(files, { ...reading, skipBroken: true }),
  )
}

/** Opens the digits that come with the page. */
export async function openDigits(): Promise<void> {
  if (!job.value) await working(() => openData('digits', [], {}))
}

/** Opens a demo that comes with the page: a file of it, which is read as any other. */
export async function openDemo(address: string, name: string): Promise<void> {
  if (job.value) return
  const files: File[] = []
  await working(async () => {
    const answer = await fetch(address)
    files.push(new File([await answer.blob()], name, { lastModified: 0 }))
  })
  await openFiles(files)
}

/** Reads the open files again in another way, or with other models. */
export async function readAgain(reading: Reading, models?: readonly ModelFolder[]): Promise<void> {
  const open = data.value
  if (!open || job.value) return
  await working(async () => {
    const next = { ...open, reading, models: models ?? open.models }
    data.value = { ...next, understood: await read(next) }
  })
}

/** Goes on with some samples of the open files, as other data: runs of all samples stay as they are. */
export async function openPart(rows: readonly number[] | undefined): Promise<void> {
  const open = data.value
  if (!open || job.value) return
  const { rows: _, ...whole } = open.reading
  const key = open.key.split(partMark)[0]
  await working(() =>
    openData(
      rows ? `${key}${partMark}${partName(rows)}` : key,
      open.files,
      rows ? { ...whole, rows } : whole,
      open.models,
    ),
  )
}

/** Stands in the key of a part of the data. */
const partMark = '#part '

/** Tells parts apart: how many samples, and a sum over which. */
function partName(rows: readonly number[]): string {
  const sum = rows.reduce((mixed, row) => (Math.imul(mixed, 31) + row) | 0, 17)
  return `${rows.length} ${sum}`
}

/** Opens data without touching the settings, as after a reload. */
export async function reopen(source: Omit<OpenData, 'understood'>): Promise<void> {
  await working(async () => {
    data.value = { ...source, understood: await read(source) }
  })
}

/** Sees to it that the worker holds the data that is open: one that was replaced does not. */
export async function giveWorkerData(): Promise<void> {
  if (data.value) await read(data.value)
}

async function read({ files, reading, models }: Omit<OpenData, 'understood'>): Promise<Understood> {
  markData(false)
  const understood = await answer<Understood>(
    files.length === 0
      ? solver().openDigits(reading)
      : solver().open(files, reading, models, proxy(progressOf('open'))),
  )
  markData(true)
  return understood
}

async function openData(
  key: string,
  files: readonly File[],
  reading: Reading,
  models: readonly ModelFolder[] = [],
): Promise<void> {
  const understood = await read({ key, files, reading, models })
  // What runs of the data before were compared with would go with it.
  runs.value = runs.value.map((run) => (isOpen(run) ? { ...run, truth: truthOf(run) } : run))
  data.value = { key, files, reading, models, understood }
  settings.value = {
    ...freshSettings(),
    label: understood.truth,
    // The classes are for scoring only: their number is no hint.
    auto: understood.samples > 3,
    clusters: Math.max(1, Math.min(5, understood.samples)),
  }
  chosenRun.value = null
  folded.value = false
  tab.value = 'data'
}

async function openClustering(file: File, text: string): Promise<void> {
  const record = await answer(solver().checkRecord(text, file.name))
  const { page, ...edits } = editsOf(text, record.clusters)
  const run = makeRun(record, edits)
  runs.value = [...runs.value, run]
  chosenRun.value = run.id
  restorePageState(page)
  folded.value = true
  tab.value = 'map'
}

/** Names, merges and how it was looked at, which the page added to a clustering; whatever does not fit is left out. */
function editsOf(text: string, clusters: number) {
  const { studio } = JSON.parse(text) as { studio?: { names?: unknown; groups?: unknown; page?: Partial<PageState> } }
  const names = Array.isArray(studio?.names) ? studio.names.map(String) : []
  const groups = Array.isArray(studio?.groups) ? studio.groups.map(Number) : []
  const fits = groups.every((group) => Number.isInteger(group) && group >= 0 && group < clusters)
  return {
    page: studio?.page,
    ...(names.length === clusters ? { names } : {}),
    ...(groups.length === clusters && fits ? { groups } : {}),
  }
}

/** Pages above these bytes are no reports. */
const largestReport = 500e6

async function splitResults(files: readonly File[]) {
  const clusterings: { file: File; text: string }[] = []
  const others: File[] = []
  for (const file of files) {
    const head = /\.json$/i.test(file.name) ? await file.slice(0, 300).text() : ''
    const report =
      /\.html?$/i.test(file.name) && file.size < largestReport ? await unpackReport(await file.text()) : null
    if (report !== null) clusterings.push({ file, text: report })
    else if (head.includes('"manyview clustering"')) clusterings.push({ file, text: await file.text() })
    else others.push(file)
  }
  return { clusterings, others }
}

/** Data are the same when the files are. */
function fileKey(files: readonly File[]): string {
  return files.map(({ name, size, lastModified }) => `${name}:${size}:${lastModified}`).join('|')
}

/** Does `work` and shows what goes wrong; where things that cannot be read stand in the way, `skip` opens the rest. */
async function working(work: () => Promise<void>, skip?: () => void): Promise<void> {
  job.value = openingJob
  message.value = null
  try {
    await work()
  } catch (error) {
    showProblem(error, skip)
    // A reader that ran out of memory leaves a worker that cannot be trusted.
    if (error instanceof RangeError) replaceWorker(error)
  } finally {
    job.value = null
  }
}
