import { InputError } from '../input-error.ts'
import { counted } from '../words/index.ts'
import type { DenseView } from './view.ts'

/** A view under its name, shape checked. */
export interface NamedView {
  name: string
  view: Pick<DenseView, 'samples' | 'ids'>
}

/** How samples of views with ids are joined: `same`: all views must have the same samples; `inner` keeps the samples that all views have, `outer` those that any has. */
export type Join = 'same' | 'inner' | 'outer'

/** Which sample stands where. */
export interface MatchedSamples {
  samples: number
  /** One name per sample; its 0-based position where the views have none. */
  ids: string[]
  /** For each view the row of every sample, −1 where it has none; null where rows and samples agree. */
  rows: (Int32Array | null)[]
}

/** Lines the samples of all views up: by id in the order of the first view (`outer`: then of the others), else by position. O(samples · views). */
export function matchSamples(views: readonly NamedView[], join: Join): MatchedSamples {
  const [first] = views
  const withIds = views.filter(({ view }) => view.ids)
  const without = views.find(({ view }) => !view.ids)
  if (withIds.length > 0 && without)
    throw new InputError(`has no ids but "${withIds[0].name}" has, give ids to all views or to none`, {
      code: 'ids',
      argument: without.name,
    })
  if (join === 'same' || withIds.length === 0) checkCounts(views)
  if (withIds.length === 0) {
    const { samples } = first.view
    return { samples, ids: Array.from({ length: samples }, (_, i) => String(i)), rows: views.map(() => null) }
  }
  const places = views.map(({ name, view }) => placeOfIds(name, view.ids!))
  if (join === 'outer') checkSharing(views, places)
  const ids = join === 'outer' ? [...new Set(views.flatMap(({ view }) => view.ids!))] : commonIds(views, places, join)
  const rows = places.map((place) => Int32Array.from(ids, (id) => place.get(id) ?? -1))
  return { samples: ids.length, ids, rows }
}

/** The ids that all views have, in the order of the first; `same`: those of the first, which all must have. */
function commonIds(views: readonly NamedView[], places: readonly Map<string, number>[], join: Join): string[] {
  const [first] = views
  const ids = first.view.ids!
  if (join === 'same') {
    for (const [v, { name }] of views.entries()) {
      const id = ids.find((each) => !places[v].has(each))
      if (id !== undefined)
        throw new InputError(
          `id "${id}" of "${first.name}" is missing, give every view the same samples, or join: "inner" or "outer"`,
          { code: 'ids', argument: name, details: { id } },
        )
    }
    return [...ids]
  }
  const common = ids.filter((id) => places.every((place) => place.has(id)))
  if (common.length === 0)
    throw new InputError('no id is found in all views, write ids the same way in all of them', {
      code: 'ids',
      argument: 'views',
    })
  return common
}

function checkCounts(views: readonly NamedView[]): void {
  const [first] = views
  for (const { name, view } of views)
    if (view.samples !== first.view.samples)
      throw new InputError(
        `has ${counted(view.samples, 'sample')} but "${first.name}" has ${first.view.samples}, all views must describe the same samples${first.view.ids ? ' or be joined with join: "inner" or "outer"' : ''}`,
        { code: 'sample-counts', argument: name, details: { [name]: view.samples, [first.name]: first.view.samples } },
      )
}

function placeOfIds(name: string, ids: readonly string[]): Map<string, number> {
  const place = new Map(ids.map((id, i) => [id, i]))
  if (place.size === ids.length) return place
  const repeated = ids.find((id, i) => place.get(id) !== i)
  throw new InputError(`id "${repeated}" stands more than once, ids must be unique`, {
    code: 'ids',
    argument: name,
    details: { id: repeated },
  })
}

/** A view none of whose samples is in another view says nothing about how samples of different views belong together. */
function checkSharing(views: readonly NamedView[], places: readonly Map<string, number>[]): void {
  const alone = views.find(
    ({ view }, v) => !view.ids!.some((id) => places.some((place, other) => other !== v && place.has(id))),
  )
  if (!alone || views.length === 1) return
  throw new InputError(
    `none of its ids (${alone.view.ids!.slice(0, 3).join(', ')}, …) is found in another view, write ids the same way in all of them`,
    { code: 'ids', argument: alone.name },
  )
}
