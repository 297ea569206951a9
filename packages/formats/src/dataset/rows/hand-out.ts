import type { ShapedView } from '@manyview/core/numerics'
import { singleProcess } from '@manyview/core/runtime'
import type { Dataset } from '../read-dataset.ts'
import { broadcastJson } from './exchange.ts'
import { keepInScratch } from './keep-rows.ts'
import { placeRows } from './place-rows.ts'
import { type RowOptions, smallBytes } from './read-part.ts'
import type { HeldView } from './take-samples.ts'

/** Rank 0 reads everything (`readWhole`) and hands it out to all ranks in even shares, with a warning that says why; where views are read in blocks, large ones come to scratch. Collective. */
export async function handOut(
  reason: string,
  options: RowOptions,
  readWhole: () => Promise<Dataset>,
): Promise<Dataset<ShapedView>> {
  const { ranks = singleProcess, blocks } = options
  const first = ranks.rank === 0
  const whole = first ? await readWhole() : null
  const { samples, views } = broadcastJson(ranks, {
    samples: whole?.samples ?? 0,
    views: (whole?.views ?? []).map(({ view, ...outline }) => ({
      ...outline,
      features: view.features,
      sparse: 'pointers' in view,
      large: bytesOf(view) > smallBytes(options),
    })),
  })
  const targets = Float64Array.from({ length: first ? samples : 0 }, (_, i) => i)
  const shared = views.map(({ features, sparse, large, ...outline }, v) => {
    const { ids, ...held } = whole?.views[v].view ?? emptyView(features, sparse)
    const scratch = large ? blocks!.scratch : null
    const stored = scratch ? keepInScratch(held, scratch) : held
    const rows = placeRows(ranks, stored, targets, samples, scratch)
    return { ...outline, view: ranks.size === 1 ? { ...rows, ids } : rows }
  })
  const cost =
    ranks.size === 1
      ? 'everything was read at once, which needs memory for all samples'
      : 'rank 0 read everything and handed it out, so it needs memory for all samples'
  return {
    samples,
    views: shared,
    ids: whole?.ids ?? null,
    labels: whole?.labels ?? [],
    metadata: whole?.metadata ?? [],
    things: whole?.things ?? [],
    recipes: whole?.recipes ?? [],
    notes: whole?.notes ?? [],
    warnings: [...(whole?.warnings ?? []), `${reason}: ${cost}`],
  }
}

function emptyView(features: number, sparse: boolean): HeldView {
  const nothing = new Float64Array(0)
  return sparse
    ? { values: nothing, indices: nothing, pointers: new Float64Array(1), samples: 0, features }
    : { data: nothing, samples: 0, features }
}

function bytesOf(view: HeldView): number {
  return 'pointers' in view ? 16 * view.values.length : 8 * view.samples * view.features
}
