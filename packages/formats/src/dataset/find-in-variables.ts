import { InputError } from '@manyview/core'
import { counted } from '@manyview/core/words'
import type { DenseValue, ListValue, SparseValue, StoredValue, Variable } from '../bytes/stored-value.ts'
import { isIdName, isLabelName, isViewName } from '../table/column-names.ts'
import { orient } from '../table/orient.ts'
import type { Findings, FoundLabels } from './findings.ts'
import { canBeClasses, labelsNote, labelValues, oneHotLabels } from './label-values.ts'
import type { ReadOptions } from './read-options.ts'
import { matrixShape } from './to-view.ts'

type MatrixVariable = SourcedVariable & { value: DenseValue | SparseValue }

/**
 * Finds views, labels and ids among named arrays, as MATLAB and NumPy files hold them: a list of matrices, or all matrices that share a dimension.
 * `counts` are sample counts known from other files. Guesses go to `notes`.
 */
export function findInVariables(variables: SourcedVariable[], options: ReadOptions, counts: number[] = []): Findings {
  const all = flattenRecords(variables)
  const notes: string[] = []
  const isSingle = counts.length === 0 && new Set(all.map(({ source }) => source)).size === 1
  const columnFiles = isSingle ? [] : all.filter((variable) => isColumnFile(variable, options))
  const candidates = labelCandidates(
    all.filter((variable) => !columnFiles.includes(variable)),
    options,
  )
  const labelLengths = candidates.filter(({ values }) => canBeClasses(values)).map(({ values }) => values.length)
  const lengths = [...counts, ...labelLengths]
  const chosen = options.views
    ? namedViews(all, options.views)
    : guessViews(all, columnFiles, options, lengths, notes, counts)
  if (chosen.length === 0) {
    const fits = ({ name, values }: FoundLabels) =>
      counts.includes(values.length) && (name === options.labels || canBeClasses(values))
    return { views: [], labels: candidates.filter(fits), notes, warnings: [] }
  }
  const shapes = chosen.map(({ name, value }) => {
    const [rows, columns] = matrixShape(value)
    return { name, rows, columns }
  })
  const { axes, samples, note, warning } = orient(shapes, { labels: labelLengths, files: counts }, options.samples)
  if (note && !options.samples) notes.push(note)
  const idVariable = all.find(
    ({ name, value }) =>
      (name === options.id || (!options.id && isIdName(name) && value.type !== 'dense')) &&
      labelValues(value)?.length === samples,
  )
  const ids = idVariable ? labelValues(idVariable.value) : null
  if (idVariable) notes.push(`ids of the samples: ${idVariable.name}`)
  const labels = candidates.filter(
    ({ name, values }) =>
      values.length === samples && name !== idVariable?.name && (name === options.labels || canBeClasses(values)),
  )
  if (options.labels) checkWanted(options.labels, candidates, samples)
  if (labels.length > 0) notes.push(labelsNote(labels[0]))
  return {
    views: chosen.map(({ name, source, value }, v) => ({ name, source, value, axis: axes[v], ids })),
    labels: labels.map(({ name, values }) => ({ name, values, ids })),
    notes,
    warnings: warning ? [warning] : [],
  }
}

/** All vectors that could be labels: the wanted one first, then those with a label's name, then the others. */
function labelCandidates(all: SourcedVariable[], options: ReadOptions): FoundLabels[] {
  const vectors: FoundLabels[] = []
  for (const variable of all) {
    const { name, value } = variable
    const values = labelValues(value) ?? (isLabelName(name) || name === options.labels ? oneHotLabels(value) : null)
    if (values) vectors.push({ name, values, ids: null })
    else if (value.type === 'list')
      for (const item of listItems({ ...variable, value })) {
        const single = labelValues(item.value)
        if (single) vectors.push({ name: item.name, values: single, ids: null })
      }
  }
  const wanted = options.labels ? findVariable(all, options.labels) : undefined
  if (wanted && !vectors.some(({ name }) => name === wanted.name)) {
    const values = labelValues(wanted.value)
    if (values) vectors.push({ name: wanted.name, values, ids: null })
  }
  const rank = ({ name, values }: FoundLabels) =>
    name === options.labels
      ? 0
      : isLabelName(name.replace(/\{\d+\}$/, ''))
        ? 1
        : 2 + new Set(values).size / values.length
  return vectors
    .map((labels) => ({ labels, rank: rank(labels) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ labels }) => labels)
}

function checkWanted(wanted: string, candidates: FoundLabels[], samples: number): void {
  const match = candidates.find(({ name }) => name === wanted)
  if (!match) return
  if (match.values.length !== samples)
    throw new InputError(
      `has ${counted(match.values.length, 'label')} for ${counted(samples, 'sample')}, give one per sample`,
      {
        code: 'label-count',
        argument: wanted,
        details: { labels: match.values.length, samples },
      },
    )
}

function namedViews(all: SourcedVariable[], names: string[]): MatrixVariable[] {
  return names.flatMap((name) => {
    const variable = findVariable(all, name)
    if (!variable) return []
    const matrices = openList(variable).filter(isMatrix)
    if (matrices.length === 0)
      throw new InputError('holds no matrix of numbers, name one that does', { code: 'not-a-view', argument: name })
    return matrices
  })
}

function guessViews(
  all: SourcedVariable[],
  columnFiles: readonly SourcedVariable[],
  options: ReadOptions,
  lengths: number[],
  notes: string[],
  counts: number[],
): MatrixVariable[] {
  const open = all.filter(
    ({ name, value }) => name !== options.labels && !(isLabelName(name) && (labelValues(value) || oneHotLabels(value))),
  )
  const lists = open.filter(
    (variable): variable is SourcedVariable & { value: ListValue } =>
      variable.value.type === 'list' && isMatrixList(variable),
  )
  if (lists.length > 0) {
    const best = [...lists].sort((a, b) => Number(isViewName(b.name)) - Number(isViewName(a.name)))[0]
    const items = listItems(best).filter(isMatrix)
    const unused = open.filter(
      (variable) => variable !== best && (lists.includes(variable as never) || isWide(variable)),
    )
    notes.push(`views: the ${items.length} matrices of ${best.name}${leftOut(unused)}`)
    return items
  }
  const matrices = open.filter(
    (variable) => isMatrix(variable) && (isWide(variable) || columnFiles.includes(variable)),
  ) as MatrixVariable[]
  const samples = commonDimension(matrices, lengths)
  const chosen = matrices.filter((variable) => variable.alone || matrixShape(variable.value).includes(samples))
  // Beside files that hold views, a file of labels alone is fine.
  if (chosen.length === 0 && counts.length === 0)
    throw new InputError(
      `no matrix found that could be a view (it holds ${
        all
          .map(({ name, value }) => (value.type === 'other' ? `${name}: ${value.what}` : name))
          .slice(0, 20)
          .join(', ') || 'nothing'
      }), name the variables to use as views`,
      { code: 'no-views', argument: all[0]?.source ?? 'views' },
    )
  const unused = matrices.filter((variable) => !chosen.includes(variable))
  for (const { name, value } of columnFiles)
    if (labelValues(value))
      notes.push(`${name}: one column of whole numbers, taken as a view; --labels ${name} takes it as true labels`)
  if (chosen.some(({ alone }) => !alone))
    notes.push(`views: ${chosen.map(({ name }) => name).join(', ')}${leftOut(unused)}`)
  return chosen
}

/** The names of all matrices with more than one row and column. */
export function matricesAmong(variables: readonly SourcedVariable[]): string[] {
  const open = flattenRecords(variables).flatMap(openList)
  return open.filter(isWide).map(({ name }) => name)
}

function leftOut(unused: SourcedVariable[]): string {
  return unused.length > 0
    ? ` (left out: ${unused
        .slice(0, 10)
        .map(({ name }) => name)
        .join(', ')})`
    : ''
}

function openList(variable: SourcedVariable): SourcedVariable[] {
  return variable.value.type === 'list' ? listItems({ ...variable, value: variable.value }) : [variable]
}

function isMatrix(variable: SourcedVariable): variable is MatrixVariable {
  const { value } = variable
  return (value.type === 'dense' || value.type === 'sparse') && value.shape.every((length) => length > 0)
}

function isWide(variable: SourcedVariable): variable is MatrixVariable {
  return isMatrix(variable) && Math.min(...matrixShape(variable.value)) > 1
}

/** True for a file of one column, which is a view as any other file is, unless its shape or name says that it holds labels or ids. */
function isColumnFile({ name, value, alone }: SourcedVariable, options: ReadOptions): boolean {
  if (!alone || value.type !== 'dense' || value.data.length === 0 || Math.min(...matrixShape(value)) !== 1) return false
  if (isLabelName(name) || isIdName(name) || name === options.labels || name === options.id) return false
  const values = labelValues(value)
  return value.shape.length > 1 || !values || !canBeClasses(values)
}

/** A list of matrices, not all of them vectors. */
function isMatrixList(variable: SourcedVariable): boolean {
  const items = openList(variable)
  return items.length > 0 && items.every(isMatrix) && items.some(isWide)
}

/** The dimension that most matrices have; of equal ones the one that is a label vector's length, then the first. */
function commonDimension(matrices: MatrixVariable[], lengths: number[]): number {
  const votes = new Map<number, number>()
  for (const { value } of matrices)
    for (const n of new Set(matrixShape(value))) votes.set(n, (votes.get(n) ?? 0) + 1 + (lengths.includes(n) ? 0.5 : 0))
  return [...votes].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0
}

/** A variable of a file, with the file it came from. `alone` marks a file that holds nothing else. */
export interface SourcedVariable extends Variable {
  source: string
  alone: boolean
}

const mostNames = 10_000

/** Opens structs, so that a field is addressed as `s.field`; lists stay whole. The order of the file is kept. */
export function flattenRecords(variables: readonly SourcedVariable[]): SourcedVariable[] {
  const flat: SourcedVariable[] = []
  const visit = (variable: SourcedVariable) => {
    if (flat.length >= mostNames) return
    if (variable.value.type === 'record')
      for (const [field, value] of variable.value.fields)
        visit({ ...variable, name: `${variable.name}.${field}`, value })
    else flat.push(variable)
  }
  variables.forEach(visit)
  return flat
}

/** The variable with this name; `X{2}` means the second item of the list X. Undefined when there is none. */
export function findVariable(variables: SourcedVariable[], name: string): SourcedVariable | undefined {
  const whole = variables.find((variable) => variable.name === name)
  if (whole) return whole
  const item = /^(.+)\{(\d+)\}$/.exec(name)
  const list = item && findVariable(variables, item[1])
  const value = list?.value.type === 'list' ? list.value.items[Number(item![2]) - 1] : undefined
  return value && list ? { ...list, name, value } : undefined
}

/** The items of a list as variables `X{1}`, `X{2}`, …; lists within are opened too, down to four levels. */
export function listItems(variable: SourcedVariable & { value: ListValue }): SourcedVariable[] {
  const items: SourcedVariable[] = []
  const visit = (list: SourcedVariable & { value: ListValue }, depth: number) => {
    list.value.items.forEach((value: StoredValue, i) => {
      const item = { ...list, name: `${list.name}{${i + 1}}`, value }
      if (items.length >= mostNames) return
      if (value.type === 'list' && depth < 4) visit({ ...item, value }, depth + 1)
      else items.push(item)
    })
  }
  visit(variable, 1)
  return items
}
