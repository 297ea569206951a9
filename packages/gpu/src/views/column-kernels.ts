import { BUILTINS, GROUP } from '../dense/dense-kernels.ts'

/** x ← (r − mean) · scale by column, where r is (x − low) · factor, or the root of it where `roots` is 1; `columns` has a row each of lows, factors, roots, means and scales. */
export const standardiseKernel = /* wgsl */ `
struct Settings { entries: u32, quads: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> columns: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> a: array<vec4f>;

@compute @workgroup_size(256)
fn main(${BUILTINS}) {
  let entry = (${GROUP}) * 256u + thread;
  if (entry >= settings.entries) { return; }
  let quads = settings.quads;
  let quad = entry % quads;
  let share = (a[entry] - columns[quad]) * columns[quads + quad];
  let rooted = select(share, sqrt(share), columns[2u * quads + quad] == vec4f(1.0));
  a[entry] = (rooted - columns[3u * quads + quad]) * columns[4u * quads + quad];
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
