import { added } from '../dense/added.ts'
import { BUILTINS, GROUP } from '../dense/dense-kernels.ts'

/** S, H and Q hold all views side by side: rows of `stride` quads (four numbers), `width` of them per view. */

/**
 * S ← soft(P − H, threshold), or S as it is where `sparse` is 0, and Q ← [(P − S) + λ₃·Y·Cᵀ] / (1 + λ₃) in H's place. `turned` has Cᵀ of every view. A sample that lacks a view (a bit of `absent`) is taken to
 * be there as the model has it: P is H.
 */
export const splitKernel = /* wgsl */ `
struct Settings { rows: u32, stride: u32, width: u32, latent: u32, sparse: u32, gaps: u32, threshold: f32, lambda3: f32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> product: array<vec4f>;
@group(0) @binding(2) var<storage, read> y: array<f32>;
@group(0) @binding(3) var<storage, read> turned: array<vec4f>;
@group(0) @binding(4) var<storage, read> absent: array<u32>;
@group(0) @binding(5) var<storage, read_write> h: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> s: array<vec4f>;

@compute @workgroup_size(256)
fn main(${BUILTINS}) {
  let place = (${GROUP}) * 256u + thread;
  let row = place / settings.stride;
  if (row >= settings.rows) { return; }
  let view = (place % settings.stride) / settings.width;
  let quad = (place % settings.stride) % settings.width;
  let related = h[place];
  var p = product[place];
  if (settings.gaps == 1u && ((absent[row] >> view) & 1u) == 1u) { p = related; }
  if (settings.sparse == 1u) {
    let rest = p - related;
    s[place] = max(rest - settings.threshold, vec4f()) + min(rest + settings.threshold, vec4f());
  }
  var agreed = vec4f();
  let first = view * settings.latent;
  for (var j = 0u; j < settings.latent; j++) {
    agreed += y[row * settings.width * 4u + j] * turned[(first + j) * settings.width + quad];
  }
  h[place] = (p - s[place] + settings.lambda3 * agreed) / (1.0 + settings.lambda3);
}
`

/** Y ← every row of F on the simplex, in rounds that drop what is below the threshold of the rest (Michelot, 1986), and its largest column, the first of equal ones; sums ← ‖Y − Y₋‖² and ‖Y‖², per workgroup. */
export const agreeKernel = /* wgsl */ `
struct Settings { rows: u32, width: u32, latent: u32, groups: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> f: array<f32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;
@group(0) @binding(3) var<storage, read_write> largest: array<u32>;
@group(0) @binding(4) var<storage, read_write> sums: array<vec4f>;
${added('vec4f', 256)}

@compute @workgroup_size(256)
fn main(${BUILTINS}) {
  let number = ${GROUP};
  var own = vec4f();
  for (var row = number * 256u + thread; row < settings.rows; row += settings.groups * 256u) {
    let begin = row * settings.width;
    let end = begin + settings.latent;
    var top = begin;
    for (var at = begin + 1u; at < end; at++) { if (f[at] > f[top]) { top = at; } }
    let most = f[top];
    var threshold = -1.0;
    var kept = 0u;
    for (var round = 0u; round <= settings.latent; round++) {
      var sum = 0.0;
      var count = 0u;
      for (var at = begin; at < end; at++) {
        let value = f[at] - most;
        if (value > threshold) { sum += value; count++; }
      }
      if (count == kept) { break; }
      kept = count;
      threshold = (sum - 1.0) / f32(count);
    }
    for (var at = begin; at < end; at++) {
      let value = max(f[at] - most - threshold, 0.0);
      let change = value - y[at];
      own += vec4f(change * change, value * value, 0.0, 0.0);
      y[at] = value;
    }
    largest[row] = top - begin;
  }
  let total = added(thread, own);
  if (thread == 0u && number < settings.groups) { sums[number] = total; }
}
`

/** G ← S + H of one view, zero where a sample lacks it; sums ← ‖G‖², Σ|S|, ‖H‖², per workgroup. */
export const sumKernel = /* wgsl */ `
struct Settings { rows: u32, stride: u32, width: u32, view: u32, gaps: u32, groups: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> s: array<vec4f>;
@group(0) @binding(2) var<storage, read> h: array<vec4f>;
@group(0) @binding(3) var<storage, read> absent: array<u32>;
@group(0) @binding(4) var<storage, read_write> g: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> sums: array<vec4f>;
${added('vec4f', 256)}

@compute @workgroup_size(256)
fn main(${BUILTINS}) {
  let number = ${GROUP};
  var own = vec4f();
  for (var place = number * 256u + thread; place < settings.rows * settings.width; place += settings.groups * 256u) {
    let row = place / settings.width;
    let at = row * settings.stride + settings.view * settings.width + place % settings.width;
    var sum = s[at] + h[at];
    if (settings.gaps == 1u && ((absent[row] >> settings.view) & 1u) == 1u) { sum = vec4f(); }
    own += vec4f(dot(sum, sum), dot(abs(s[at]), vec4f(1.0)), dot(h[at], h[at]), 0.0);
    g[at] = sum;
  }
  let total = added(thread, own);
  if (thread == 0u && number < settings.groups) { sums[settings.view * settings.groups + number] = total; }
}
`
