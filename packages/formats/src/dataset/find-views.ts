import { InputError } from '@manyview/core'
import { counted } from '@manyview/core/words'
import { badFile } from '../bytes/bad-file.ts'
import { type ByteSource, fileStem } from '../bytes/byte-source.ts'
import type { Contents, SourceOptions } from '../readers/read-source.ts'
import { findInTable } from './find-in-table.ts'
import { findInVariables, findVariable, flattenRecords, type SourcedVariable } from './find-in-variables.ts'
import type { Findings, FoundView } from './findings.ts'
import { labelValues } from './label-values.ts'
import type { Manifest } from './manifest.ts'
import { withNameLists } from './name-lists.ts'
import type { ReadOptions } from './read-options.ts'
import { tableRoles } from './table-roles.ts'
import { matrixShape } from './to-view.ts'

/** Finds the views, labels and ids in everything that was read; names that were asked for must exist, and files of names name features or samples. */
export function findViews(contents: Contents[], options: ReadOptions): Findings {
  return withNameLists(contents, options.samples, (rest, samples) => findIn(rest, { ...options, samples }))
}

function findIn(contents: Contents[], options: ReadOptions): Findings {
  const variables = contents.flatMap((content): SourcedVariable[] => {
    if (content.kind !== 'variables') return []
    const { source, alone } = content
    const prefix = contents.length > 1 && !alone ? `${fileStem(source)}.` : ''
    return content.variables.map(({ name, value }) => ({ name: prefix + name, value, source, alone }))
  })
  checkNames(contents, variables, options)
  const { roles, ...remarks } = tableRoles(contents, variables, options)
  const findings: Findings[] = [{ views: [], labels: [], ...remarks }]
  const counts: number[] = []
  for (const content of contents) {
    if (content.kind === 'variables') continue
    const isTable = content.kind === 'table'
    const part = isTable
      ? onlyWanted(findInTable(content.source, content.table, options, roles.get(content)!), options)
      : content.findings
    findings.push(part)
    counts.push(
      ...part.views.map(({ value, axis }) => (isTable && content.rows) || matrixShape(value)[axis === 'rows' ? 0 : 1]),
    )
  }
  if (variables.length > 0) findings.push(findInVariables(variables, options, counts))
  return {
    views: findings.flatMap((each) => each.views),
    labels: findings.flatMap((each) => each.labels),
    notes: findings.flatMap((each) => each.notes),
    warnings: findings.flatMap((each) => each.warnings),
  }
}

function onlyWanted(findings: Findings, { views, columns, texts = [], pictures = [] }: ReadOptions): Findings {
  if (!views || columns) return findings
  const wanted = [...views, ...texts, ...pictures]
  return { ...findings, views: findings.views.filter(({ name }) => wanted.includes(name)) }
}

/** A manifest says all of this itself. */
function checkManifest(contents: Contents[], { views, columns, id, samples, categories }: ReadOptions): void {
  const manifest = contents.find((content) => content.kind === 'findings' && content.manifest)
  const setting = Object.entries({ views, columns, id, samples, categories }).find(([, value]) => value !== undefined)
  if (manifest && setting)
    throw new InputError(`cannot be used with a manifest, write it into ${manifest.source}`, {
      code: 'bad-option',
      argument: setting[0],
    })
}

function checkNames(contents: Contents[], variables: SourcedVariable[], options: ReadOptions): void {
  checkManifest(contents, options)
  const flat = flattenRecords(variables)
  const tables = contents.flatMap((content) => (content.kind === 'table' ? [content] : []))
  const columns = tables.flatMap(({ table }) => table.order)
  const finished = contents.flatMap((content) => (content.kind === 'findings' ? [content.findings] : []))
  const fail = (argument: string, name: string, names: string[], what = 'variable') => {
    throw new InputError(`there is no ${what} "${name}", there are ${names.slice(0, 30).join(', ') || 'none'}`, {
      code: 'unknown-variable',
      argument,
      details: { name, known: names.slice(0, 1000) },
    })
  }
  const stems = tables.flatMap(({ source, table: { vectors, texts } }) => [
    fileStem(source),
    ...[...vectors, ...(options.things ? texts : [])].map(({ name }) => name),
  ])
  const views = [
    ...flat.map(({ name }) => name),
    ...stems,
    ...finished.flatMap((each) => each.views.map(({ name }) => name)),
  ]
  const labels = [
    ...flat.map(({ name }) => name),
    ...columns,
    ...finished.flatMap((each) => each.labels.map(({ name }) => name)),
  ]
  const isView = (name: string) =>
    views.some((view) => view === name || view.endsWith(`/${name}`)) || findVariable(flat, name)
  for (const name of options.views ?? []) if (!isView(name) && !options.columns) fail('views', name, views)
  if (options.labels && !labels.includes(options.labels) && !findVariable(flat, options.labels))
    fail('labels', options.labels, labels)
  const vectors = flat.flatMap(({ name, value }) => (labelValues(value) ? [name] : []))
  if (options.id && !options.idMayLack && ![...columns, ...vectors].includes(options.id))
    fail('id', options.id, [...columns, ...vectors], 'column')
  for (const name of Array.isArray(options.categories) ? options.categories : []) {
    if (!columns.includes(name)) fail('categories', name, columns, 'column')
    if (!tables.some(({ table }) => table.texts.some((column) => column.name === name)))
      throw new InputError(
        `column "${name}" holds numbers, make a view of it (columns) and say that it holds categories (kind)`,
        { code: 'categories', argument: 'categories' },
      )
  }
  for (const [view, wanted] of Object.entries(options.columns ?? {})) {
    const missing = Array.isArray(wanted)
      ? wanted.find((name) => !columns.includes(name))
      : columns.some((name) => name.startsWith(wanted))
        ? undefined
        : `${wanted}…`
    if (missing !== undefined) fail(`columns.${view}`, missing, columns, 'column')
  }
}

/** What a manifest names in its files, each of which `read` reads once. */
export async function findByManifest(
  manifest: Manifest,
  sources: readonly ByteSource[],
  read: (source: ByteSource, options: SourceOptions) => Promise<Contents[]>,
): Promise<Findings> {
  const specs = Object.entries(manifest.views)
  const contents = new Map<string, Contents[]>()
  const texts = new Set([manifest.labels?.name, ...specs.map(([, spec]) => spec.id)])
  const open = async (file: string) => {
    const source =
      sources.find(({ name }) => name === file) ??
      sources.find(({ name }) => name.split(/[\\/]/).pop() === file.split(/[\\/]/).pop())
    if (!source)
      throw new InputError(`file "${file}" is not there`, {
        code: 'no-file',
        argument: 'views.json',
        details: { file },
      })
    const earlier = contents.get(source.name)
    if (earlier) return earlier
    const variables = specs.flatMap(([, spec]) => (spec.file === file && spec.variable ? [spec.variable] : []))
    const fileContents = await read(source, {
      keepText: (name) => texts.has(name),
      views: variables.length > 0 ? variables : undefined,
      labels: manifest.labels?.name,
    })
    contents.set(source.name, fileContents)
    return fileContents
  }
  const all: Findings = { views: [], labels: [], notes: [], warnings: [] }
  for (const [name, spec] of specs) {
    const content = await open(spec.file)
    const findings = findViews(content, {
      id: spec.id,
      samples: spec.samples,
      views: spec.variable ? [spec.variable] : undefined,
      columns: spec.columns ? { [name]: spec.columns } : undefined,
      kinds: spec.kind && spec.columns ? { [name]: spec.kind } : undefined,
    })
    const single = findings.views.length === 1
    const { features: featureNames, ids } = spec
    if ((featureNames || ids) && !single)
      throw badFile(
        'views.json',
        `view "${name}": ${spec.file} holds ${counted(findings.views.length, 'view')}, name its variable`,
      )
    if (featureNames) checkFeatures(name, featureNames, findings.views[0])
    all.views.push(
      ...findings.views.map((view) => ({
        ...view,
        name: single ? name : `${name} ${view.name}`,
        kind: spec.kind ?? view.kind,
        weight: spec.weight,
        ...(featureNames && { featureNames }),
        ...(ids && { ids }),
      })),
    )
    if (!manifest.labels)
      all.labels.push(...findings.labels.filter((labels) => !all.labels.some((other) => other.name === labels.name)))
    all.warnings.push(...findings.warnings)
  }
  if (manifest.labels) {
    const { name, file } = manifest.labels
    const findings = findViews(await open(file), { labels: name })
    all.labels.push(...findings.labels.filter((labels) => labels.name === name))
  }
  return all
}

function checkFeatures(name: string, names: readonly string[], { value, axis }: FoundView): void {
  const features = matrixShape(value)[axis === 'rows' ? 1 : 0]
  if (names.length !== features)
    throw badFile(
      'views.json',
      `view "${name}": the names are ${names.length}, but it has ${counted(features, 'feature')}, give all`,
    )
}
