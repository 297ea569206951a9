import type { Matrix, Progress } from '@manyview/core'
import type { DeviceRows, PlacedCentres } from '@manyview/core/runtime'
import type { Card } from '../card.ts'
import { BUILTINS, GROUP } from '../dense/dense-kernels.ts'
import { HeldRows } from '../dense/held-rows.ts'
import { uploadWide } from '../dense/wide-matrix.ts'
import { labelsPerWord } from '../partitions/packed-labels.ts'
import { allWithAll, nearestTiles } from './nearest-tiles.ts'
import { centreRows, inOrder, type Panels, packRows } from './panels.ts'

/** Puts the nearest centres of rows, which are in their own order, into numbers of one or four labels. */
export const packNearestKernel = /* wgsl */ `
struct Settings { rows: u32, first: u32, perWord: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> lists: array<vec2u>;
@group(0) @binding(2) var<storage, read_write> labels: array<u32>;

@compute @workgroup_size(256)
fn main(${BUILTINS}) {
  let word = (${GROUP}) * 256u + thread;
  let row = word * settings.perWord;
  if (row >= settings.rows) { return; }
  var packed = lists[row].y;
  for (var i = 1u; i < settings.perWord && row + i < settings.rows; i++) { packed |= lists[row + i].y << (8u * i); }
  labels[settings.first + word] = packed;
}
`

/** The nearest centre of every row of `points` (n×d) for many sets of centres, which lie in some of the columns; equal distances go to the lowest centre. O(n · all centres · d). */
export function* assign(
  card: Card,
  points: Matrix | DeviceRows,
  sets: readonly PlacedCentres[],
): Generator<Progress, (Uint8Array | Uint32Array)[]> {
  const { rows } = points
  const room = card.room()
  try {
    const cardPoints = points instanceof HeldRows ? points.matrix : uploadWide(card, room, points as Matrix)
    const perWord = labelsPerWord(Math.max(...sets.map(({ centres }) => centres.rows), 1))
    const stride = Math.ceil(rows / perWord)
    const labels = room.empty(sets.length * stride)
    const panelsByColumns = new Map<string, Panels>()
    for (const [s, { centres, first }] of sets.entries()) {
      const { columns } = centres
      const inner = card.room()
      try {
        const name = `${first} ${columns}`
        const queries =
          panelsByColumns.get(name) ?? packRows(card, room, cardPoints, inOrder(rows), rows, { first, columns })
        panelsByColumns.set(name, queries)
        const packed = packRows(card, inner, centreRows(inner, centres), inOrder(centres.rows), centres.rows)
        const meetings = allWithAll(queries, packed)
        const lists = yield* nearestTiles(card, inner, queries, packed, meetings, 1, false, 'members')
        card.run(packNearestKernel, [rows, s * stride, perWord], [lists, labels], Math.ceil(stride / 256))
      } finally {
        inner.free()
      }
    }
    const progress = { stage: 'members', iteration: sets.length, total: sets.length }
    const labelBytes = yield* card.read(labels, sets.length * stride, progress)
    const Form = perWord === 4 ? Uint8Array : Uint32Array
    return sets.map((_, s) => new Form(labelBytes, 4 * s * stride, rows))
  } finally {
    room.free()
  }
}
