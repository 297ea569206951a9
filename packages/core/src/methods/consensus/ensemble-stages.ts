import { concatenateColumns } from '../../data/scale.ts'
import { columnsOf } from '../../linalg/columns-of.ts'
import { type Matrix, matrix } from '../../linalg/matrix.ts'
import { gatherRows } from '../../ranks/gather-rows.ts'
import { labelBound, memberCount, memberFacts, membersFrom } from './kept-members.ts'
import type { Member } from './members.ts'
import { packLabels, unpackLabels } from './packed-labels.ts'
import type { Search } from './search.ts'
import { ownShare } from './twins-over-ranks.ts'

/** What `ensembleConsensus` has after a step. */
export interface EnsembleState {
  /** 0 before the views were refined, 1 after. */
  round: number
  /** How many times members were drawn so far. */
  steps: number
  /** The embeddings of every graph of this round (n×any). */
  pictures: readonly (readonly Matrix[])[]
  members: readonly Member[]
}

/** Keeps the state if it is time to. Ranks, which all have all rows, keep their own. */
export function keepEnsemble(search: Search, { round, steps, pictures, members }: EnsembleState): void {
  const { begin, end } = ownShare(search.communicator, search.twins)
  search.stages?.keep(1 + round + steps, () => {
    const facts = memberFacts(members)
    const flat = pictures.flat()
    const own = flat.map(({ columns, data }) =>
      matrix(end - begin, columns, data.subarray(begin * columns, end * columns)),
    )
    const labels = members.map((member) => member.labels.subarray(begin, end))
    return {
      rows: concatenateColumns(members.length > 0 ? [...own, packLabels(labels, labelBound(facts))] : own),
      shared: {
        columns: Float64Array.from(flat, ({ columns }) => columns),
        members: facts,
        done: Float64Array.of(round, steps),
      },
    }
  })
}

/** What an earlier search kept; null where there is nothing. */
export function keptEnsemble({ stages, seen, communicator }: Search): EnsembleState | null {
  if (!stages?.kept) return null
  const { columns, members, done } = stages.kept.shared
  const rows = gatherRows(communicator, stages.kept.rows)
  let at = 0
  const parts = Array.from(columns, (width) => {
    at += width
    return columnsOf(rows, at - width, at)
  })
  const each = parts.length / seen.graphs.length
  const packed = columnsOf(rows, at, rows.columns)
  return {
    round: done[0],
    steps: done[1],
    pictures: seen.graphs.map((_, g) => parts.slice(g * each, (g + 1) * each)),
    members: membersFrom(members, unpackLabels(packed, memberCount(members), labelBound(members))),
  }
}
