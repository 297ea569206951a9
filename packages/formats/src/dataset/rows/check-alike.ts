import { InputError } from '@manyview/core'
import type { Ranks } from '@manyview/core/runtime'
import type { ByteSource } from '../../bytes/byte-source.ts'
import type { Findings } from '../findings.ts'
import type { ReadOptions } from '../read-options.ts'
import { matrixShape } from '../to-view.ts'
import { allTexts, NotInParts } from './exchange.ts'

/** Refuses files that differ between ranks, which on different machines may see different ones under one name; files of rank 0 alone are `NotInParts`. Collective. */
export function checkFiles(sources: readonly ByteSource[], ranks: Ranks): void {
  const all = allTexts(ranks, [JSON.stringify(sources.map(({ name, byteLength }) => [name, byteLength]))])
  if (all.length > 1 && all.slice(1).every((files) => files === '[]'))
    throw new NotInParts('what is piped in cannot be read in parts')
  const other = all.findIndex((files) => files !== all[0])
  if (other < 0) return
  const [theirs, first] = [other, 0].map((rank) => JSON.parse(all[rank]) as [string, number][])
  const changed = theirs.find(([name, bytes]) => first.some((file) => file[0] === name && file[1] !== bytes))
  if (changed)
    throw new InputError(
      `has ${changed[1]} bytes on rank ${other} but ${first.find(([name]) => name === changed[0])![1]} on rank 0, give every rank the same file`,
      { code: 'file', argument: changed[0] },
    )
  throw new InputError(
    `rank ${other} sees ${theirs.length} of them (${theirs.map(([name]) => name).join(', ')}) but rank 0 sees ${first.length}, give every rank the same`,
    { code: 'file', argument: 'files' },
  )
}

/** Throws `NotInParts` where the parts of `tables` do not tell what the whole is, or ranks found different things in theirs. Collective. */
export function checkAlike(
  { views }: Findings,
  tables: ReadonlySet<string>,
  { kinds = {}, manifest }: ReadOptions,
  ranks: Ranks,
): void {
  const wantedKinds = [...Object.values(kinds), ...Object.values(manifest?.views ?? {}).map(({ kind }) => kind)]
  if (tables.size > 0 && wantedKinds.includes('categorical'))
    throw new NotInParts('the numbers of a part do not tell all categories')
  // Ranks see other names of rows and may judge them differently.
  const turned = views.some(({ axis, source }) => axis === 'columns' && tables.has(source))
  if (allTexts(ranks, [String(turned)]).includes('true')) throw new NotInParts('samples are columns of a table')
  if (ranks.size === 1) return
  const shapes = views.map(({ name, value, axis, kind, ids, featureNames }) => {
    const [rows, columns] = matrixShape(value)
    return [name, axis, value.type, axis === 'rows' ? columns : rows, kind, ids !== null, featureNames]
  })
  const [first, ...others] = allTexts(ranks, [JSON.stringify(shapes)])
  if (others.some((other) => other !== first)) throw new NotInParts('parts of the files look different')
}
