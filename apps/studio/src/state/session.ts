import type { OptionValues } from '@manyview/core/methods'
import { defaultMethod } from '@manyview/core/methods'
import { findMethod } from '@manyview/rivals'
import { computed, signal } from '@preact/signals'
import type { ModelFolder } from '../worker/model-runtime.ts'
import type { Reading, Understood } from '../worker/understood.ts'
import type { Run } from './run.ts'

/** The data that is open. `key` tells data apart; the digits have no files. */
export interface OpenData {
  key: string
  files: readonly File[]
  reading: Reading
  /** Models that make one more view each of texts or pictures. */
  models: readonly ModelFolder[]
  understood: Understood
  /** Columns that were given another role: they stay listed, also where the reader found no use for them. */
  changed?: readonly string[]
}

/** What the next fit is asked for. */
export interface Settings {
  /** Views that are switched off. */
  off: readonly string[]
  /** The column that holds the true classes; null without. */
  label: string | null
  clusters: number
  /** The number is chosen from the data instead. */
  auto: boolean
  method: string
  options: OptionValues
  seed: number
  /** A graphics card takes over the heavy steps. */
  device?: boolean
  /** Samples that are unlike all others are set aside before the fit. */
  outliers?: boolean
}

/** What the worker is at. */
export interface Job {
  kind: 'open' | 'fit' | 'explain' | 'audit' | 'model' | 'assign' | 'pack'
  title: string
  /** What is being done, in plain words. */
  step: string
  /** 0 … 1; null while it cannot be told. */
  fraction: number | null
  secondsLeft: number | null
  /** Objective, or change, by iteration; empty where the method has none. */
  curve: readonly number[]
  /** What was done so far, and how long it took. */
  trail: readonly { step: string; seconds: number }[]
  cancelling: boolean
}

/** Something to tell the user. */
export interface Message {
  kind: 'problem' | 'note'
  text: string
  /** What to do, where the text does not say it. */
  advice?: string
  /** What can be done about it at once. */
  action?: { text: string; run(): void }
}

export type Tab = 'data' | 'map' | 'clusters' | 'tree' | 'odd' | 'metadata' | 'views' | 'compare' | 'export'

export const data = signal<OpenData | null>(null)
export const settings = signal<Settings>(freshSettings())
export const runs = signal<readonly Run[]>([])
export const chosenRun = signal<string | null>(null)
export const job = signal<Job | null>(null)
export const message = signal<Message | null>(null)
/** Why nothing is remembered, where it is not; opening data does not put it away. */
export const storageMessage = signal<Message | null>(null)
export const tab = signal<Tab>('data')
/** Whether the settings are folded into one line, so that the results have the page. */
export const folded = signal(false)
/** Audits by run. */
export const audits = signal<Readonly<Record<string, string>>>({})

/** The run that is shown. */
export const shownRun = computed(() => runs.value.find(({ id }) => id === chosenRun.value) ?? null)

/** Whether the data of a run is open, so that features can be looked up and views switched. */
export function isOpen(run: Run): boolean {
  return run.data !== null && run.data === data.value?.key
}

/** Settings before anything is known. */
export function freshSettings(): Settings {
  return { off: [], label: null, clusters: 5, auto: false, method: defaultMethod, options: {}, seed: 0 }
}

/** Changes some settings; another method begins with its own options. */
export function change(changes: Partial<Settings>): void {
  const before = settings.value
  const options = changes.method && changes.method !== before.method ? {} : before.options
  settings.value = { ...before, options, ...changes }
}

/** The options that differ from the method's own. */
export function changedOptions({ method, options }: Settings): OptionValues {
  const declared = findMethod(method).options
  return Object.fromEntries(
    Object.entries(options).filter(([name, value]) => declared.find((each) => each.name === name)?.default !== value),
  )
}

/** Changes the run of that id. */
export function changeRun(id: string, changes: Partial<Run>): void {
  runs.value = runs.value.map((run) => (run.id === id ? { ...run, ...changes } : run))
}
