import type { Value } from './values.ts'

/** Headings of the help, in its order. */
export const groups = ['Input', 'Clusters', 'Output', 'Computing'] as const
export type Group = (typeof groups)[number]

/** One thing that a command can be told. */
export interface Setting<T = unknown> {
  group: Group
  /** As the help shows it: `-k, --clusters <k|auto>`. */
  flag: string
  value: Value<T>
  help: string
  /** True for what most people need; the help shows the rest after `--help all`. */
  common?: true
  default?: T
  /** True where processes of one job may differ, since results do not depend on it. */
  perProcess?: true
  /** True for what a settings file cannot say. */
  flagOnly?: true
  /** What the clients in Python and R call it. */
  clients?: { python: string; r: string }
}

type More<T> = Pick<Setting<T>, 'common' | 'perProcess' | 'flagOnly' | 'clients'>

const inGroup =
  (group: Group) =>
  <T, M extends More<T> & { default?: T }>(flag: string, kind: Value<T>, help: string, more = {} as M) => ({
    group,
    flag,
    value: kind,
    help,
    ...more,
  })

export const input = inGroup('Input')
export const grouping = inGroup('Clusters')
export const output = inGroup('Output')
export const computing = inGroup('Computing')
export const common = { common: true } as const
export const flagOnly = { common: true, flagOnly: true } as const
export const perProcess = { perProcess: true } as const
export const client = (python: string, r = python) => ({ clients: { python, r } })
