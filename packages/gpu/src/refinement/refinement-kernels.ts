import { added } from '../dense/added.ts'
import { BUILTINS, GROUP } from '../dense/dense-kernels.ts'

/** The rows of a fold (0xffffffff: of all) times their weights, or the roots of these; other rows are zero. */
export const weighKernel = /* wgsl */ `
struct Settings { entries: u32, quads: u32, fold: u32, roots: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> points: array<vec4f>;
@group(0) @binding(2) var<storage, read> weights: array<f32>;
@group(0) @binding(3) var<storage, read> folds: array<u32>;
@group(0) @binding(4) var<storage, read_write> weighed: array<vec4f>;

@compute @workgroup_size(256)
fn main(${BUILTINS}) {
  let entry = (${GROUP}) * 256u + thread;
  if (entry >= settings.entries) { return; }
  let row = entry / settings.quads;
  var factor = weights[row];
  if (settings.roots == 1u) { factor = sqrt(factor); }
  if (settings.fold != 0xffffffffu && folds[row] != settings.fold) { factor = 0.0; }
  weighed[entry] = points[entry] * factor;
}
`

/** (w · squared distance from the mean of the own cluster)², added up over 256 rows. */
export const spreadKernel = /* wgsl */ `
struct Settings { rows: u32, quads: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> points: array<vec4f>;
@group(0) @binding(2) var<storage, read> weights: array<f32>;
@group(0) @binding(3) var<storage, read> labels: array<u32>;
@group(0) @binding(4) var<storage, read> means: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> sums: array<f32>;
${added('f32', 256)}
@compute @workgroup_size(256)
fn main(${BUILTINS}) {
  let number = ${GROUP};
  let row = number * 256u + thread;
  var own = 0.0;
  if (row < settings.rows) {
    var squares = vec4f();
    for (var q = 0u; q < settings.quads; q++) {
      let difference = points[row * settings.quads + q] - means[labels[row] * settings.quads + q];
      squares += difference * difference;
    }
    own = weights[row] * (squares.x + squares.y + (squares.z + squares.w));
  }
  let total = added(thread, own * own);
  if (thread == 0u && number * 256u < settings.rows) { sums[number] = total; }
}
`

/** a·turn − offset for every row a, by the turn (width × quads) and the offset of its fold. */
export const turnKernel = /* wgsl */ `
struct Settings { rows: u32, width: u32, quads: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> points: array<f32>;
@group(0) @binding(2) var<storage, read> folds: array<u32>;
@group(0) @binding(3) var<storage, read> turns: array<vec4f>;
@group(0) @binding(4) var<storage, read> offsets: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> turned: array<vec4f>;

@compute @workgroup_size(256)
fn main(${BUILTINS}) {
  let place = (${GROUP}) * 256u + thread;
  let row = place / settings.quads;
  if (row >= settings.rows) { return; }
  let quad = place % settings.quads;
  let fold = folds[row];
  var sum = -offsets[fold * settings.quads + quad];
  for (var j = 0u; j < settings.width; j++) {
    sum += points[row * settings.width + j] * turns[(fold * settings.width + j) * settings.quads + quad];
  }
  turned[place] = sum;
}
`

/** Rows divided by √(their squared length + `mean`). */
export const softenKernel = /* wgsl */ `
struct Settings { rows: u32, quads: u32, mean: f32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read_write> a: array<vec4f>;

@compute @workgroup_size(64)
fn main(${BUILTINS}) {
  let row = (${GROUP}) * 64u + thread;
  if (row >= settings.rows) { return; }
  var squares = vec4f();
  for (var q = row * settings.quads; q < (row + 1u) * settings.quads; q++) { squares += a[q] * a[q]; }
  let long = sqrt(squares.x + squares.y + (squares.z + squares.w) + settings.mean);
  let soft = select(0.0, 1.0 / long, long > 0.0);
  for (var q = row * settings.quads; q < (row + 1u) * settings.quads; q++) { a[q] *= soft; }
}
`
