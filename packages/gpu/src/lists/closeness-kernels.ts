import { BUILTINS, GROUP } from '../dense/dense-kernels.ts'

/** The largest squared distance in the list of each row, of those that begin at `first`; to `reaches` (rows × views), column `view`. */
export const furthestKernel = /* wgsl */ `
struct Settings { rows: u32, count: u32, first: u32, view: u32, views: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> squares: array<f32>;
@group(0) @binding(2) var<storage, read_write> reaches: array<f32>;

@compute @workgroup_size(256)
fn main(${BUILTINS}) {
  let row = (${GROUP}) * 256u + thread;
  if (row >= settings.rows) { return; }
  var most = 0.0;
  for (var l = 0u; l < settings.count; l++) { most = max(most, squares[settings.first + row * settings.count + l]); }
  reaches[row * settings.views + settings.view] = most;
}
`

/** How close two samples are, squared and as a share of what is usual, as `measureInto` of the core has it: in the view where they are furthest apart (`most`), and in the next. */
const MEASURE = /* wgsl */ `
struct Closeness { most: f32, next: f32, worst: u32 }
fn measure(entry: u32, a: u32, b: u32) -> Closeness {
  var closeness = Closeness(0.0, 0.0, 0u);
  for (var v = 0u; v < settings.views; v++) {
    let usual = min(reaches[a * settings.views + v], reaches[b * settings.views + v]);
    let square = squares[v * settings.entries + entry];
    let share = select(square / max(usual, 1e-30), 0.0, square == 0.0);
    if (v == 0u || share > closeness.most) {
      closeness.next = closeness.most;
      closeness.most = share;
      closeness.worst = v;
    } else { closeness.next = max(closeness.next, share); }
  }
  // With two views there is no view to leave out.
  if (settings.views < 3u) { closeness.next = 1e38; }
  return closeness;
}
`

/** How close the closest and the second-closest other sample of each row is, among those before and those in its list: in all views, and in all but one. */
export const secondClosestKernel = /* wgsl */ `
struct Settings { rows: u32, entries: u32, count: u32, views: u32, begins: u32 }
struct Closest { partner: u32, first: f32, second: f32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> squares: array<f32>;
@group(0) @binding(2) var<storage, read> reaches: array<f32>;
@group(0) @binding(3) var<storage, read> indices: array<u32>;
@group(0) @binding(4) var<storage, read_write> closest: array<Closest>;
@group(0) @binding(5) var<storage, read_write> seconds: array<f32>;
${MEASURE}
fn take(before: Closest, other: u32, share: f32) -> Closest {
  // Identical samples, of which there may be many, say nothing about what is near.
  if (other == before.partner || share == 0.0) { return before; }
  if (share < before.first) { return Closest(other, share, before.first); }
  return Closest(before.partner, before.first, min(before.second, share));
}

@compute @workgroup_size(64)
fn main(${BUILTINS}) {
  let row = (${GROUP}) * 64u + thread;
  if (row >= settings.rows) { return; }
  var all = closest[2u * row];
  var allButOne = closest[2u * row + 1u];
  if (settings.begins == 1u) {
    all = Closest(0xffffffffu, 1e38, 1e38);
    allButOne = all;
  }
  for (var l = 0u; l < settings.count; l++) {
    let entry = row * settings.count + l;
    let other = indices[entry];
    let closeness = measure(entry, row, other);
    all = take(all, other, sqrt(closeness.most));
    allButOne = take(allButOne, other, sqrt(closeness.next));
  }
  closest[2u * row] = all;
  closest[2u * row + 1u] = allButOne;
  seconds[row] = all.second;
  seconds[settings.rows + row] = allButOne.second;
}
`

/** Counts the pairs that are closer than the limits and puts those down that there is room for: the lower sample, the higher one, and one more than the view in which they are apart (0: none). */
export const closePairsKernel = /* wgsl */ `
struct Settings { rows: u32, entries: u32, count: u32, views: u32, limit: f32, limitButOne: f32, room: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> squares: array<f32>;
@group(0) @binding(2) var<storage, read> reaches: array<f32>;
@group(0) @binding(3) var<storage, read> indices: array<u32>;
@group(0) @binding(4) var<storage, read_write> total: atomic<u32>;
@group(0) @binding(5) var<storage, read_write> pairs: array<u32>;
${MEASURE}
@compute @workgroup_size(256)
fn main(${BUILTINS}) {
  let entry = (${GROUP}) * 256u + thread;
  if (entry >= settings.entries) { return; }
  let row = entry / settings.count;
  let other = indices[entry];
  let closeness = measure(entry, row, other);
  let isClose = sqrt(closeness.most) <= settings.limit;
  if (!isClose && sqrt(closeness.next) > settings.limitButOne) { return; }
  let at = atomicAdd(&total, 1u);
  if (at >= settings.room) { return; }
  pairs[3u * at] = min(row, other);
  pairs[3u * at + 1u] = max(row, other);
  pairs[3u * at + 2u] = select(closeness.worst + 1u, 0u, isClose);
}
`
