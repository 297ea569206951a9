import type { ClusteringRecord } from '@manyview/formats'
import { effect } from '@preact/signals'
import type { ModelFolder } from '../worker/model-runtime.ts'
import type { Reading } from '../worker/understood.ts'
import { reopen } from './open-data.ts'
import { makeRun, type Run, type RunExtras } from './run.ts'
import {
  chosenRun,
  data,
  folded,
  freshSettings,
  type Message,
  message,
  type OpenData,
  runs,
  type Settings,
  settings,
  storageMessage,
  tab,
} from './session.ts'
import { store } from './store.ts'

interface KeptData {
  key: string
  files: File[]
  reading: Reading
  models?: ModelFolder[]
}

interface KeptRun {
  place: number
  record: ClusteringRecord
  extras: RunExtras
}

/** Files larger than this are not copied into the browser's storage; their runs are kept all the same. */
const largestKept = 250e6

let keptRuns = new Map<string, Run>()
let places = 0
let pause: ReturnType<typeof setTimeout> | undefined
let failed = false
/** Writes come one after the other: one that is under way when everything is forgotten would bring some of it back. */
let writing: Promise<void> = Promise.resolve()

/** Brings back what was remembered; what cannot be read is left out. */
export async function recall(): Promise<void> {
  try {
    const records = (await store.all<KeptRun>('runs')).sort((a, b) => a.place - b.place)
    const savedRuns = records.map(({ record, extras }) => makeRun(record, extras))
    keptRuns = new Map(savedRuns.map((run) => [run.id, run]))
    places = (records.at(-1)?.place ?? 0) + 1
    const keptSettings = await store.get<Settings>('session', 'settings')
    const keptData = await store.get<KeptData>('session', 'data')
    if (keptSettings) settings.value = { ...freshSettings(), ...keptSettings }
    runs.value = savedRuns
    chosenRun.value = savedRuns.at(-1)?.id ?? null
    folded.value = savedRuns.length > 0
    if (savedRuns.length > 0) tab.value = 'map'
    // The results are there at once; the files are read again behind them.
    if (keptData) await reopen({ ...keptData, models: keptData.models ?? [] })
  } catch (error) {
    storageMessage.value = describe(error)
  }
  effect(() => {
    // Read here, so that a change of any of them is seen.
    const state = { data: data.value, settings: settings.value, runs: runs.value }
    clearTimeout(pause)
    pause = setTimeout(() => {
      writing = writing.then(() => keep(state))
    }, 300)
  })
}

async function keep(state: { data: typeof data.value; settings: Settings; runs: readonly Run[] }): Promise<void> {
  if (failed) return
  // A page that nobody used has nothing to keep.
  if (!state.data && state.runs.length === 0 && keptRuns.size === 0) return
  try {
    await store.put('session', 'settings', state.settings)
    const { data: open } = state
    if (!open) await store.remove('session', 'data')
    else if (bytesOf(open) <= largestKept) {
      const { key, files, reading, models } = open
      const entry: KeptData = { key, files: [...files], reading, models: [...models] }
      await store.put('session', 'data', entry)
    }
    for (const [id] of keptRuns) if (!state.runs.some((run) => run.id === id)) await store.remove('runs', id)
    for (const run of state.runs) {
      if (keptRuns.get(run.id) === run) continue
      const { stored, early: _, ...extras } = run
      const entry: KeptRun = { place: places++, record: stored.record, extras }
      await store.put('runs', run.id, entry)
    }
    keptRuns = new Map(state.runs.map((run) => [run.id, run]))
  } catch (error) {
    failed = true
    storageMessage.value = describe(error)
  }
}

function bytesOf({ files, models }: OpenData): number {
  const all = [...files, ...models.flatMap((model) => model.files)]
  return all.reduce((sum, { size }) => sum + size, 0)
}

/** Removes everything that was remembered and begins anew. */
export async function forget(): Promise<void> {
  runs.value = []
  chosenRun.value = null
  data.value = null
  settings.value = freshSettings()
  tab.value = 'data'
  message.value = null
  storageMessage.value = null
  writing = writing.then(clearStore)
  await writing
}

async function clearStore(): Promise<void> {
  keptRuns = new Map()
  failed = false
  try {
    await store.clear()
  } catch (error) {
    storageMessage.value = describe(error)
  }
}

function describe(error: unknown): Message {
  const full = error instanceof DOMException && error.name === 'QuotaExceededError'
  return {
    kind: 'note',
    text: full
      ? 'The storage of this browser is full, so this session will not survive a reload.'
      : `This browser keeps nothing for this page (${error instanceof Error ? error.message : error}), so this session will not survive a reload.`,
    advice: 'Save clustering.json under Export; dropped on this page it opens again.',
  }
}
