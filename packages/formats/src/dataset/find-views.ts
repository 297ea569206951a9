import { InputError } from '@manyview/core'
import { fileStem } from '../bytes/file-stem.ts'
import type { Contents } from '../readers/read-source.ts'
import { findInTable } from './find-in-table.ts'
import { findInVariables } from './find-in-variables.ts'
import type { Findings } from './findings.ts'
import type { ReadOptions } from './read-options.ts'
import { tableRoles } from './table-roles.ts'
import { matrixShape } from './to-view.ts'
import { findVariable, flattenRecords, type SourcedVariable } from './variable-index.ts'

/** Finds the views, labels and ids in everything that was read; names that were asked for must exist. */
export function findViews(contents: Contents[], options: ReadOptions): Findings {
  const variables = contents.flatMap((content): SourcedVariable[] => {
    if (content.kind !== 'variables') return []
    const { source, alone } = content
    const prefix = contents.length > 1 && !alone ? `${fileStem(source)}.` : ''
    return content.variables.map(({ name, value }) => ({ name: prefix + name, value, source, alone }))
  })
  checkNames(contents, variables, options)
  const { roles, ...said } = tableRoles(contents, options)
  const findings: Findings[] = [{ views: [], labels: [], ...said }]
  const counts: number[] = []
  for (const content of contents) {
    if (content.kind === 'variables') continue
    const isTable = content.kind === 'table'
    const found = isTable
      ? onlyWanted(findInTable(content.source, content.table, options, roles.get(content)!), options)
      : content.findings
    findings.push(found)
    counts.push(
      ...found.views.map(({ value, axis }) => (isTable && content.rows) || matrixShape(value)[axis === 'rows' ? 0 : 1]),
    )
  }
  if (variables.length > 0) findings.push(findInVariables(variables, options, counts))
  return {
    views: findings.flatMap((found) => found.views),
    labels: findings.flatMap((found) => found.labels),
    notes: findings.flatMap((found) => found.notes),
    warnings: findings.flatMap((found) => found.warnings),
  }
}

function onlyWanted(found: Findings, { views, columns }: ReadOptions): Findings {
  return views && !columns ? { ...found, views: found.views.filter(({ name }) => views.includes(name)) } : found
}

/** A manifest says all of this itself. */
function checkManifest(contents: Contents[], { views, columns, id, samples, categories }: ReadOptions): void {
  const manifest = contents.find((content) => content.kind === 'findings' && content.manifest)
  const said = Object.entries({ views, columns, id, samples, categories }).find(([, value]) => value !== undefined)
  if (manifest && said)
    throw new InputError(`cannot be used with a manifest, write it into ${manifest.source}`, {
      code: 'bad-option',
      argument: said[0],
    })
}

function checkNames(contents: Contents[], variables: SourcedVariable[], options: ReadOptions): void {
  checkManifest(contents, options)
  const flat = flattenRecords(variables)
  const tables = contents.flatMap((content) => (content.kind === 'table' ? [content] : []))
  const columns = tables.flatMap(({ table }) => (table.named ? table.order : []))
  const given = contents.flatMap((content) => (content.kind === 'findings' ? [content.findings] : []))
  const fail = (argument: string, name: string, known: string[], what = 'variable') => {
    throw new InputError(`there is no ${what} "${name}", there are ${known.slice(0, 30).join(', ') || 'none'}`, {
      code: 'unknown-variable',
      argument,
      details: { name, known: known.slice(0, 1000) },
    })
  }
  const stems = tables.flatMap(({ source, table: { vectors, texts } }) => [
    fileStem(source),
    ...[...vectors, ...(options.things ? texts : [])].map(({ name }) => name),
  ])
  const views = [
    ...flat.map(({ name }) => name),
    ...stems,
    ...given.flatMap((found) => found.views.map(({ name }) => name)),
  ]
  const labels = [
    ...flat.map(({ name }) => name),
    ...columns,
    ...given.flatMap((found) => found.labels.map(({ name }) => name)),
  ]
  const isView = (name: string) =>
    views.some((known) => known === name || known.endsWith(`/${name}`)) || findVariable(flat, name)
  for (const name of options.views ?? []) if (!isView(name) && !options.columns) fail('views', name, views)
  if (options.labels && !labels.includes(options.labels) && !findVariable(flat, options.labels))
    fail('labels', options.labels, labels)
  if (options.id && !columns.includes(options.id)) fail('id', options.id, columns, 'column')
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
