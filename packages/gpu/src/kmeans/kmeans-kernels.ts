import { added } from '../dense/added.ts'
import { BUILTINS, GROUP } from '../dense/dense-kernels.ts'

/** Points are rows of `quads` times four numbers. Many starts go on at the same time: what belongs to a start lies behind what belongs to the one before. */

/** Labels that are in the memory of a workgroup at a time. */
const CHUNK = 1024

const SQUARE = /* wgsl */ `
fn square(point: u32, centre: u32) -> f32 {
  var sum = vec4f();
  for (var q = 0u; q < settings.quads; q++) {
    let difference = points[point * settings.quads + q] - centres[centre * settings.quads + q];
    sum += difference * difference;
  }
  return sum.x + sum.y + (sum.z + sum.w);
}
`

/** Which start a thread works for, and at which of the points: 256 of them per workgroup. */
const POINT_OF_START = /* wgsl */ `  let blocks = (settings.rows + 255u) / 256u;
  let number = ${GROUP};
  let start = number / blocks;
  let point = (number % blocks) * 256u + thread;
`

/** The squared distance of every point from the nearest centre so far, of which number `last` came last; sums ← their sum over each 256 points. */
export const nearestSeedKernel = /* wgsl */ `
struct Settings { rows: u32, quads: u32, clusters: u32, last: u32, starts: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> points: array<vec4f>;
@group(0) @binding(2) var<storage, read> centres: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> least: array<f32>;
@group(0) @binding(4) var<storage, read_write> sums: array<f32>;
${SQUARE}${added('f32', 256)}
@compute @workgroup_size(256)
fn main(${BUILTINS}) {
${POINT_OF_START}  var own = 0.0;
  if (start < settings.starts && point < settings.rows) {
    own = square(point, start * settings.clusters + settings.last);
    let at = start * settings.rows + point;
    if (settings.last > 0u) { own = min(own, least[at]); }
    least[at] = own;
  }
  let total = added(thread, own);
  if (thread == 0u && start < settings.starts) { sums[number] = total; }
}
`

/** Makes a point centre number `next` of each start: the first of begin … end − 1 with which the running sum of `least` passes `limit`. */
export const takeSeedKernel = /* wgsl */ `
struct Draw { begin: u32, end: u32, limit: f32 }
struct Settings { rows: u32, quads: u32, clusters: u32, next: u32, starts: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> points: array<vec4f>;
@group(0) @binding(2) var<storage, read> least: array<f32>;
@group(0) @binding(3) var<storage, read> draws: array<Draw>;
@group(0) @binding(4) var<storage, read_write> centres: array<vec4f>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) place: vec3u) {
  let start = place.x;
  if (start >= settings.starts) { return; }
  let draw = draws[start];
  var taken = draw.begin;
  var sum = 0.0;
  for (var point = draw.begin; point < draw.end; point++) {
    let own = least[start * settings.rows + point];
    // Where rounding leaves the limit unpassed, the last point that is no centre.
    if (own > 0.0) { taken = point; }
    sum += own;
    if (sum > draw.limit) { break; }
  }
  for (var q = 0u; q < settings.quads; q++) {
    centres[(start * settings.clusters + settings.next) * settings.quads + q] = points[taken * settings.quads + q];
  }
}
`

/** The nearest centre of every point, ties to the lowest; counts the labels that changed per start, and adds up the squared distances of each 256 points. */
export const assignKernel = /* wgsl */ `
struct Settings { rows: u32, quads: u32, clusters: u32, starts: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> points: array<vec4f>;
@group(0) @binding(2) var<storage, read> centres: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> labels: array<u32>;
@group(0) @binding(4) var<storage, read_write> changed: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read_write> errors: array<f32>;
${SQUARE}${added('f32', 256)}
@compute @workgroup_size(256)
fn main(${BUILTINS}) {
${POINT_OF_START}  var least = 0.0;
  if (start < settings.starts && point < settings.rows) {
    var best = 0u;
    least = square(point, start * settings.clusters);
    for (var c = 1u; c < settings.clusters; c++) {
      let distance = square(point, start * settings.clusters + c);
      if (distance < least) { least = distance; best = c; }
    }
    let at = start * settings.rows + point;
    if (labels[at] != best) {
      labels[at] = best;
      atomicAdd(&changed[start], 1u);
    }
  }
  let total = added(thread, least);
  if (thread == 0u && start < settings.starts) { errors[number] = total; }
}
`

/** Sums of the points of each cluster (quads) and their number (one more quad) over `share` points per workgroup: every thread has some of the sums and goes through all of the points. */
export const clusterSumsKernel = /* wgsl */ `
struct Settings { rows: u32, quads: u32, clusters: u32, starts: u32, share: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> points: array<vec4f>;
@group(0) @binding(2) var<storage, read> labels: array<u32>;
@group(0) @binding(3) var<storage, read_write> parts: array<vec4f>;
var<workgroup> own: array<u32, ${CHUNK}>;

@compute @workgroup_size(256)
fn main(${BUILTINS}) {
  let blocks = (settings.rows + settings.share - 1u) / settings.share;
  let number = ${GROUP};
  let start = number / blocks;
  if (start >= settings.starts) { return; }
  let begin = (number % blocks) * settings.share;
  let end = min(begin + settings.share, settings.rows);
  let wide = settings.quads + 1u;
  let items = settings.clusters * wide;
  for (var first = begin; first < end; first += ${CHUNK}u) {
    let count = min(${CHUNK}u, end - first);
    workgroupBarrier();
    for (var p = thread; p < count; p += 256u) { own[p] = labels[start * settings.rows + first + p]; }
    workgroupBarrier();
    for (var item = thread; item < items; item += 256u) {
      let cluster = item / wide;
      let quad = item % wide;
      var sum = vec4f();
      for (var p = 0u; p < count; p++) {
        if (own[p] == cluster) {
          if (quad < settings.quads) { sum += points[(first + p) * settings.quads + quad]; } else { sum += vec4f(1.0); }
        }
      }
      let at = number * items + item;
      if (first == begin) { parts[at] = sum; } else { parts[at] += sum; }
    }
  }
}
`

/** The means of the clusters from their sums, one thread per four numbers; a cluster without points keeps its centre. */
export const meansKernel = /* wgsl */ `
struct Settings { quads: u32, clusters: u32, starts: u32, blocks: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> parts: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> centres: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> counts: array<u32>;

@compute @workgroup_size(64)
fn main(${BUILTINS}) {
  let place = (${GROUP}) * 64u + thread;
  let centre = place / settings.quads;
  if (centre >= settings.starts * settings.clusters) { return; }
  let quad = place % settings.quads;
  let start = centre / settings.clusters;
  let wide = settings.quads + 1u;
  let first = (start * settings.blocks * settings.clusters + centre % settings.clusters) * wide;
  var sum = vec4f();
  var count = 0u;
  for (var b = 0u; b < settings.blocks; b++) {
    let at = first + b * settings.clusters * wide;
    sum += parts[at + quad];
    count += u32(parts[at + settings.quads].x);
  }
  if (count > 0u) { centres[place] = sum / f32(count); }
  if (quad == 0u) { counts[centre] = count; }
}
`
