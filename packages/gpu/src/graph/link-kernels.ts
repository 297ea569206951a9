import { BUILTINS, GROUP } from '../dense/dense-kernels.ts'

/** Kernels that build graphs: rows of entries (column, bits of the weight) are filled in any order, sorted, and equal columns added up. */

/** σ of every point: the distance of the neighbour at `place` of its list, or of the last one before that. */
export const scalesKernel = /* wgsl */ `
struct Settings { rows: u32, count: u32, place: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> squares: array<f32>;
@group(0) @binding(2) var<storage, read_write> scales: array<f32>;

@compute @workgroup_size(256)
fn main(${BUILTINS}) {
  let row = (${GROUP}) * 256u + thread;
  if (row >= settings.rows) { return; }
  var place = settings.place;
  while (place > 0u && squares[row * settings.count + place] > 1e38) { place--; }
  scales[row] = sqrt(squares[row * settings.count + place]);
}
`

/** Counts the links that end in each point. */
export const countLinksKernel = /* wgsl */ `
struct Settings { entries: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> indices: array<u32>;
@group(0) @binding(2) var<storage, read> squares: array<f32>;
@group(0) @binding(3) var<storage, read_write> counts: array<atomic<u32>>;

@compute @workgroup_size(256)
fn main(${BUILTINS}) {
  let entry = (${GROUP}) * 256u + thread;
  if (entry >= settings.entries || squares[entry] > 1e38) { return; }
  atomicAdd(&counts[indices[entry]], 1u);
}
`

/** Puts half of exp(−d² / (σ·σ)) down in the rows of both ends of every link. `next` begins with the places of the rows. */
export const fillLinksKernel = /* wgsl */ `
struct Settings { entries: u32, count: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> indices: array<u32>;
@group(0) @binding(2) var<storage, read> squares: array<f32>;
@group(0) @binding(3) var<storage, read> scales: array<f32>;
@group(0) @binding(4) var<storage, read_write> next: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read_write> links: array<vec2u>;

@compute @workgroup_size(256)
fn main(${BUILTINS}) {
  let entry = (${GROUP}) * 256u + thread;
  if (entry >= settings.entries || squares[entry] > 1e38) { return; }
  let row = entry / settings.count;
  let other = indices[entry];
  let weight = bitcast<u32>(0.5 * exp(-squares[entry] / max(scales[row] * scales[other], 1e-12)));
  links[atomicAdd(&next[row], 1u)] = vec2u(other, weight);
  links[atomicAdd(&next[other], 1u)] = vec2u(row, weight);
}
`

/** Adds the rows of a graph from `first` on to the rows of entries, by a weight. */
export const appendGraphKernel = /* wgsl */ `
struct Settings { rows: u32, first: u32, weight: f32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> pointers: array<u32>;
@group(0) @binding(2) var<storage, read> indices: array<u32>;
@group(0) @binding(3) var<storage, read> values: array<f32>;
@group(0) @binding(4) var<storage, read_write> next: array<u32>;
@group(0) @binding(5) var<storage, read_write> links: array<vec2u>;

@compute @workgroup_size(256)
fn main(${BUILTINS}) {
  let row = (${GROUP}) * 256u + thread;
  if (row >= settings.rows) { return; }
  var at = next[row];
  for (var p = pointers[settings.first + row]; p < pointers[settings.first + row + 1u]; p++) {
    links[at] = vec2u(indices[p], bitcast<u32>(settings.weight * values[p]));
    at++;
  }
  next[row] = at;
}
`

/**
 * Sorts the entries of each row by column and adds up those of equal columns; says how many are left. The rows are those from `first` on of all. A heap, since a point can have very many links. Of two equal columns it does not matter which comes first; more of
 * them come in a fixed order.
 */
export const sortRowsKernel = /* wgsl */ `
struct Settings { rows: u32, first: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> begins: array<u32>;
@group(0) @binding(2) var<storage, read> ends: array<u32>;
@group(0) @binding(3) var<storage, read_write> links: array<vec2u>;
@group(0) @binding(4) var<storage, read_write> lengths: array<u32>;

fn sink(begin: u32, start: u32, length: u32) {
  var at = start;
  let value = links[begin + at];
  loop {
    var child = 2u * at + 1u;
    if (child >= length) { break; }
    if (child + 1u < length && links[begin + child + 1u].x > links[begin + child].x) { child++; }
    if (links[begin + child].x <= value.x) { break; }
    links[begin + at] = links[begin + child];
    at = child;
  }
  links[begin + at] = value;
}

@compute @workgroup_size(64)
fn main(${BUILTINS}) {
  let row = (${GROUP}) * 64u + thread;
  if (row >= settings.rows) { return; }
  let begin = begins[row];
  let length = ends[row] - begin;
  if (length == 0u) { lengths[settings.first + row] = 0u; return; }
  for (var at = length / 2u; at > 0u; at--) { sink(begin, at - 1u, length); }
  for (var end = length - 1u; end > 0u; end--) {
    let largest = links[begin];
    links[begin] = links[begin + end];
    links[begin + end] = largest;
    sink(begin, 0u, end);
  }
  var last = begin;
  for (var at = begin + 1u; at < begin + length; at++) {
    if (links[at].x == links[last].x) {
      links[last].y = bitcast<u32>(bitcast<f32>(links[last].y) + bitcast<f32>(links[at].y));
    } else {
      last++;
      links[last] = links[at];
    }
  }
  lengths[settings.first + row] = last + 1u - begin;
}
`

/** Moves the entries of the rows together. */
export const compactRowsKernel = /* wgsl */ `
struct Settings { rows: u32, first: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> begins: array<u32>;
@group(0) @binding(2) var<storage, read> links: array<vec2u>;
@group(0) @binding(3) var<storage, read> pointers: array<u32>;
@group(0) @binding(4) var<storage, read_write> indices: array<u32>;
@group(0) @binding(5) var<storage, read_write> values: array<f32>;

@compute @workgroup_size(256)
fn main(${BUILTINS}) {
  let row = (${GROUP}) * 256u + thread;
  if (row >= settings.rows) { return; }
  let begin = begins[row];
  let start = pointers[settings.first + row];
  for (var p = start; p < pointers[settings.first + row + 1u]; p++) {
    let link = links[begin + p - start];
    indices[p] = link.x;
    values[p] = bitcast<f32>(link.y);
  }
}
`

/** The sum of each row of a graph. */
export const degreesKernel = /* wgsl */ `
struct Settings { rows: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> pointers: array<u32>;
@group(0) @binding(2) var<storage, read> values: array<f32>;
@group(0) @binding(3) var<storage, read_write> degrees: array<f32>;

@compute @workgroup_size(256)
fn main(${BUILTINS}) {
  let row = (${GROUP}) * 256u + thread;
  if (row >= settings.rows) { return; }
  var sum = 0.0;
  for (var p = pointers[row]; p < pointers[row + 1u]; p++) { sum += values[p]; }
  degrees[row] = sum;
}
`

/** D^−½ · G · D^−½ with the row sums D of a graph. */
export const normaliseKernel = /* wgsl */ `
struct Settings { rows: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> pointers: array<u32>;
@group(0) @binding(2) var<storage, read> indices: array<u32>;
@group(0) @binding(3) var<storage, read> values: array<f32>;
@group(0) @binding(4) var<storage, read> degrees: array<f32>;
@group(0) @binding(5) var<storage, read_write> normalised: array<f32>;

fn scale(degree: f32) -> f32 { return select(0.0, 1.0 / sqrt(degree), degree > 0.0); }

@compute @workgroup_size(256)
fn main(${BUILTINS}) {
  let row = (${GROUP}) * 256u + thread;
  if (row >= settings.rows) { return; }
  for (var p = pointers[row]; p < pointers[row + 1u]; p++) {
    normalised[p] = values[p] * (scale(degrees[row]) * scale(degrees[indices[p]]));
  }
}
`
