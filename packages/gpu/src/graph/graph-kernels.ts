import { BUILTINS, GROUP } from '../dense/dense-kernels.ts'

/** out ← a·G·V + b·V + c·out for a sparse graph G (rows × rows) and V (rows × width): one step of a recurrence. */
export const graphStepKernel = /* wgsl */ `
struct Settings { rows: u32, quads: u32, a: f32, b: f32, c: f32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> pointers: array<u32>;
@group(0) @binding(2) var<storage, read> indices: array<u32>;
@group(0) @binding(3) var<storage, read> values: array<f32>;
@group(0) @binding(4) var<storage, read> v: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> out: array<vec4f>;

@compute @workgroup_size(256)
fn main(${BUILTINS}) {
  let place = (${GROUP}) * 256u + thread;
  let row = place / settings.quads;
  if (row >= settings.rows) { return; }
  let quad = place % settings.quads;
  var sum = vec4f();
  for (var p = pointers[row]; p < pointers[row + 1u]; p++) {
    sum += values[p] * v[indices[p] * settings.quads + quad];
  }
  out[place] = settings.a * sum + settings.b * v[place] + settings.c * out[place];
}
`

/** Fills rows × width, which are the columns from `first` on of all, with the functions of parts in the first `count` columns of all and numbers between −½ and ½ in the others, by a hash of place and seed. */
export const fillKernel = /* wgsl */ `
struct Settings { rows: u32, width: u32, columns: u32, first: u32, count: u32, seed: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> degrees: array<f32>;
@group(0) @binding(2) var<storage, read> parts: array<u32>;
@group(0) @binding(3) var<storage, read> scales: array<f32>;
@group(0) @binding(4) var<storage, read_write> out: array<f32>;

fn hash(value: u32) -> u32 {
  let state = value * 747796405u + 2891336453u;
  let word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
  return (word >> 22u) ^ word;
}

@compute @workgroup_size(256)
fn main(${BUILTINS}) {
  let place = (${GROUP}) * 256u + thread;
  let row = place / settings.width;
  if (row >= settings.rows) { return; }
  let offset = place % settings.width;
  let column = settings.first + offset;
  if (offset >= settings.columns) { out[place] = 0.0; }
  else if (column < settings.count) { out[place] = select(0.0, sqrt(degrees[row]) * scales[column], parts[row] == column); }
  else { out[place] = f32(hash(hash(row) + column * 0x9e3779b9u + settings.seed)) / 4294967296.0 - 0.5; }
}
`
