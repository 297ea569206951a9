import type { Communicator } from '@manyview/core'
import type { Dataset } from '../read-dataset.ts'
import { broadcastJson } from './gather-texts.ts'
import { moveRows } from './move-rows.ts'

/** Rank 0 reads everything (`readWhole`) and hands it out to all ranks in even shares, with a warning that says why. */
export async function handOut(
  reason: string,
  communicator: Communicator,
  readWhole: () => Promise<Dataset>,
): Promise<Dataset> {
  const whole = communicator.rank === 0 ? await readWhole() : null
  const { samples: total, views } = broadcastJson(communicator, {
    samples: whole?.samples ?? 0,
    views: (whole?.views ?? []).map(({ view, ...rest }) => ({
      ...rest,
      features: view.features,
      sparse: 'pointers' in view,
    })),
  })
  const counts = Array.from({ length: communicator.size }, (_, r) => (r === 0 ? total : 0))
  const own = views.map(({ features, sparse, ...rest }, v) => {
    const empty = sparse
      ? { values: [], indices: [], pointers: [0], samples: 0, features }
      : { data: [], samples: 0, features }
    return { ...rest, view: { ...moveRows(communicator, whole?.views[v].view ?? empty, counts), ids: undefined } }
  })
  return {
    samples: total,
    views: own,
    ids: whole?.ids ?? null,
    labels: whole?.labels ?? [],
    notes: whole?.notes ?? [],
    warnings: [
      ...(whole?.warnings ?? []),
      `${reason}: rank 0 read everything and handed it out, so it needs memory for all samples`,
    ],
  }
}
