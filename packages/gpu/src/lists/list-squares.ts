import type { Matrix, Neighbours } from '@manyview/core/numerics'
import { paddedWidth, uploadRows } from '../dense/card-matrix.ts'
import { BUILTINS, GROUP } from '../dense/dense-kernels.ts'
import type { Room } from '../room.ts'

/** Points that lists of neighbours are measured by. */
export interface NearPoints {
  buffer: GPUBuffer
  quads: number
}

/** Points about one of them, since distances are the same there and single precision has digits to spare. Points that were moved are no upload of the array itself, so they are kept under the matrix. */
export function nearPoints(room: Room, points: Matrix): NearPoints {
  const middle = points.data.slice(0, points.columns)
  const moved = () => uploadRows(room, points, 0, points.rows, middle).buffer
  const buffer = room.found(points.data) ?? room.resident(points, moved)
  return { buffer, quads: paddedWidth(points.columns) / 4 }
}

/** The entries of lists on the card, where they stay. */
export function listEntries(room: Room, { indices }: Neighbours): GPUBuffer {
  return room.resident(indices, () => room.integers(indices))
}

/** WGSL for the squared distance of two rows of `points`, with `settings.quads`. */
const SQUARE = /* wgsl */ `
fn square(row: u32, other: u32) -> f32 {
  var sum = vec4f();
  for (var q = 0u; q < settings.quads; q++) {
    let difference = points[row * settings.quads + q] - points[other * settings.quads + q];
    sum += difference * difference;
  }
  return (sum.x + sum.y) + (sum.z + sum.w);
}
`

/** The squared distance of each row from the rows that its list names (`count` of them), in other points, put down from `first` on. One thread per entry. */
export const listSquaresKernel = /* wgsl */ `
struct Settings { entries: u32, quads: u32, count: u32, first: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> points: array<vec4f>;
@group(0) @binding(2) var<storage, read> indices: array<u32>;
@group(0) @binding(3) var<storage, read_write> squares: array<f32>;
${SQUARE}
@compute @workgroup_size(256)
fn main(${BUILTINS}) {
  let entry = (${GROUP}) * 256u + thread;
  if (entry >= settings.entries) { return; }
  squares[settings.first + entry] = square(entry / settings.count, indices[entry]);
}
`

/** The mean distance of each row from the rows that its list names. One thread per row. */
export const meanDistancesKernel = /* wgsl */ `
struct Settings { rows: u32, quads: u32, count: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> points: array<vec4f>;
@group(0) @binding(2) var<storage, read> indices: array<u32>;
@group(0) @binding(3) var<storage, read_write> means: array<f32>;
${SQUARE}
@compute @workgroup_size(64)
fn main(${BUILTINS}) {
  let row = (${GROUP}) * 64u + thread;
  if (row >= settings.rows) { return; }
  var sum = 0.0;
  for (var l = 0u; l < settings.count; l++) { sum += sqrt(square(row, indices[row * settings.count + l])); }
  means[row] = sum / f32(settings.count);
}
`
