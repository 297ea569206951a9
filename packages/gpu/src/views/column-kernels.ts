import { BUILTINS, GROUP } from '../dense/dense-kernels.ts'

/** Kernels over the columns of a matrix, four columns per thread and `share` rows per workgroup: which rows and columns a thread has. */
const OWN_COLUMNS = /* wgsl */ `  let across = (settings.quads + 63u) / 64u;
  let number = ${GROUP};
  let part = number / across;
  let quad = (number % across) * 64u + thread;
  let begin = part * settings.share;
  if (begin >= settings.rows || quad >= settings.quads) { return; }
  let end = min(begin + settings.share, settings.rows);
`

/** The least and the largest number of each column in each part of the rows: a row of the least and one of the largest per part. */
export const rangesKernel = /* wgsl */ `
struct Settings { rows: u32, quads: u32, share: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> a: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> ranges: array<vec4f>;

@compute @workgroup_size(64)
fn main(${BUILTINS}) {
${OWN_COLUMNS}  var low = a[begin * settings.quads + quad];
  var high = low;
  for (var row = begin + 1u; row < end; row++) {
    let value = a[row * settings.quads + quad];
    low = min(low, value);
    high = max(high, value);
  }
  ranges[2u * part * settings.quads + quad] = low;
  ranges[(2u * part + 1u) * settings.quads + quad] = high;
}
`

/** Σ (x − middle) and Σ (x − middle)² of each column in each part of the rows, a row each. Sums of 16 rows are added to the sum, so that errors stay small. */
export const momentsKernel = /* wgsl */ `
struct Settings { rows: u32, quads: u32, share: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> a: array<vec4f>;
@group(0) @binding(2) var<storage, read> middles: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> moments: array<vec4f>;

@compute @workgroup_size(64)
fn main(${BUILTINS}) {
${OWN_COLUMNS}  let middle = middles[quad];
  var sum = vec4f();
  var squares = vec4f();
  for (var first = begin; first < end; first += 16u) {
    var some = vec4f();
    var someSquares = vec4f();
    for (var row = first; row < min(first + 16u, end); row++) {
      let value = a[row * settings.quads + quad] - middle;
      some += value;
      someSquares += value * value;
    }
    sum += some;
    squares += someSquares;
  }
  moments[2u * part * settings.quads + quad] = sum;
  moments[(2u * part + 1u) * settings.quads + quad] = squares;
}
`

/** x ← (x − middle) · factor by column, or the root of it; roots of what rounding leaves below zero are zero. */
export const scaleColumnsKernel = /* wgsl */ `
struct Settings { entries: u32, quads: u32, roots: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> middles: array<vec4f>;
@group(0) @binding(2) var<storage, read> factors: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> a: array<vec4f>;

@compute @workgroup_size(256)
fn main(${BUILTINS}) {
  let entry = (${GROUP}) * 256u + thread;
  if (entry >= settings.entries) { return; }
  let quad = entry % settings.quads;
  let value = (a[entry] - middles[quad]) * factors[quad];
  if (settings.roots == 1u) { a[entry] = sqrt(max(value, vec4f())); } else { a[entry] = value; }
}
`

/** Adds features, less their least, up to fewer numbers: number c of a row is the weighted sum of the features that `begins[c]` … `begins[c + 1] − 1` of the list name. */
export const sketchKernel = /* wgsl */ `
struct Feature { column: u32, weight: f32, low: f32 }
struct Settings { rows: u32, stride: u32, width: u32, columns: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> begins: array<u32>;
@group(0) @binding(3) var<storage, read> features: array<Feature>;
@group(0) @binding(4) var<storage, read_write> sketch: array<f32>;

@compute @workgroup_size(256)
fn main(${BUILTINS}) {
  let place = (${GROUP}) * 256u + thread;
  let row = place / settings.columns;
  if (row >= settings.rows) { return; }
  let column = place % settings.columns;
  var sum = 0.0;
  for (var f = begins[column]; f < begins[column + 1u]; f++) {
    let feature = features[f];
    sum += (a[row * settings.stride + feature.column] - feature.low) * feature.weight;
  }
  sketch[row * settings.width + column] = sum;
}
`
