import { optionText } from '@manyview/core/methods'
import { allMethods } from '@manyview/rivals'
import type { Run } from './run.ts'

/** The command that gives the same labels, or null with what stands in the way. */
export function commandLine({ stored: { record } }: Run): { command: string | null; why: string } {
  const { method, clusters, seed, options, inputs, reading } = record
  if (record.stopped) return { command: null, why: 'This run was stopped early; the command would run to its end.' }
  if (reading.byHand) return { command: null, why: 'A cluster of this run was made by hand.' }
  if (reading.selected) return { command: null, why: 'This run is of samples that were selected on this page.' }
  const declared = allMethods.find(({ name }) => name === method)?.options ?? []
  const set = Object.entries(options)
    .filter(([name, value]) => value !== null && declared.find((each) => each.name === name)?.default !== value)
    .map(([name, value]) => `--set ${shellWord(`${name}=${optionText(value)}`)}`)
  const settings = [
    ...(method === 'consensus' ? [] : [`--method ${method}`]),
    ...(seed === 0 ? [] : [`--seed ${seed}`]),
    ...(reading.outliers === undefined ? [] : [`--outliers ${reading.outliers}`]),
    ...set,
  ]
  if (reading.demo) {
    if (clusters !== 10 || reading.views !== undefined)
      return { command: null, why: 'The command has the digits as a demo only: all views, 10 clusters.' }
    return { command: ['manyview demo', ...settings, '--out run'].join(' '), why: '' }
  }
  if (inputs.length === 0) return { command: null, why: 'This clustering does not say which files it came from.' }
  const chosen = Array.isArray(reading.views) ? [`--views ${shellWord(reading.views.join(','))}`] : []
  const kinds = Object.entries((reading.kinds ?? {}) as Record<string, string>).map(
    ([view, kind]) => `--kind ${shellWord(`${view}=${kind}`)}`,
  )
  const categories = Array.isArray(reading.categories)
    ? [`--categories ${shellWord(`use=${reading.categories.join(',')}`)}`]
    : []
  const gaps = [
    ...(reading.join === 'outer' ? ['--join outer'] : []),
    ...(typeof reading.missing === 'string' ? [`--missing ${reading.missing}`] : []),
  ]
  const samples = reading.samples ? [`--samples ${reading.samples}`] : []
  const labels = typeof reading.labels === 'string' ? [`--labels ${shellWord(reading.labels)}`] : []
  const things = [
    ...(reading.skipBroken === true ? ['--skip-broken'] : []),
    ...((reading.models ?? []) as { name: string }[]).map(({ name }) => `--embed ${shellWord(name)}`),
  ]
  const described = Array.isArray(reading.metadata) ? reading.metadata : []
  const files = filesOf(inputs.map(({ name }) => name).filter((name) => !described.includes(name)))
    .map(shellWord)
    .join(' ')
  const metadata = described.map((name) => `--metadata ${shellWord(name)}`)
  const parts = [
    `manyview fit ${files} -k ${clusters}`,
    ...samples,
    ...categories,
    ...gaps,
    ...things,
    ...chosen,
    ...kinds,
    ...labels,
    ...metadata,
    ...settings,
  ]
  return { command: [...parts, '--out run'].join(' '), why: '' }
}

/** The files as they are named on a command line: those of one folder by the folder. */
function filesOf(names: readonly string[]): readonly string[] {
  const [folder, ...others] = new Set(names.map((name) => (name.includes('/') ? name.split('/')[0] : '')))
  return folder !== '' && others.length === 0 ? [folder] : names
}

function shellWord(text: string): string {
  return /^[\w./:=,+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
