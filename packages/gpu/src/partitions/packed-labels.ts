import type { Partition } from '@manyview/core/runtime'
import type { Room } from '../room.ts'

/** Labels of samples, several partitions one after the other: four per number where no cluster is beyond 255, else one. */
export interface PackedLabels {
  buffer: GPUBuffer
  /** Labels in a number. */
  perWord: 1 | 4
  /** Numbers of one partition. */
  stride: number
}

/** How many labels one number holds, for a number of clusters. */
export function labelsPerWord(clusters: number): 1 | 4 {
  return clusters <= 256 ? 4 : 1
}

/** Brings the labels of the samples begin … end − 1 in partitions to the card. */
export function packLabels(room: Room, partitions: readonly Partition[], end: number, begin = 0): PackedLabels {
  const perWord = labelsPerWord(Math.max(...partitions.map(({ clusters }) => clusters), 1))
  const stride = Math.ceil((end - begin) / perWord)
  const buffer = room.written(partitions.length * stride, Uint32Array, (to) => {
    const bytes = perWord === 4 ? new Uint8Array(to.buffer, to.byteOffset, to.byteLength) : to
    for (const [b, { labels }] of partitions.entries()) bytes.set(partOf(labels, begin, end), b * stride * perWord)
  })
  return { buffer, perWord, stride }
}

/** Entries begin … end − 1, of typed arrays without a copy. */
function partOf(labels: ArrayLike<number>, begin: number, end: number): ArrayLike<number> {
  if (ArrayBuffer.isView(labels)) return (labels as unknown as Uint8Array).subarray(begin, end)
  return Array.prototype.slice.call(labels, begin, end)
}

/** WGSL that reads the label of a sample in partition b from `labels`, with `settings.stride` and `settings.perWord`. */
export const LABEL_OF = /* wgsl */ `
fn labelOf(b: u32, sample: u32) -> u32 {
  let word = labels[b * settings.stride + sample / settings.perWord];
  if (settings.perWord == 1u) { return word; }
  return (word >> (8u * (sample % 4u))) & 255u;
}
`
