import { BUILTINS, GROUP } from '../dense/dense-kernels.ts'

/** Lists of pairs (key, place) without an entry: keys that no point has, though padding is farther still. */
export const emptyListsKernel = /* wgsl */ `
struct Settings { entries: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read_write> lists: array<vec2u>;

@compute @workgroup_size(256)
fn main(${BUILTINS}) {
  let entry = (${GROUP}) * 256u + thread;
  if (entry < settings.entries) { lists[entry] = vec2u(bitcast<u32>(1e38), 0xffffffffu); }
}
`

/** The rows that lists name, in the order of the rows whose lists they are. */
export const namedRowsKernel = /* wgsl */ `
struct Settings { entries: u32, length: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> lists: array<vec2u>;
@group(0) @binding(2) var<storage, read> queries: array<u32>;
@group(0) @binding(3) var<storage, read> candidates: array<u32>;
@group(0) @binding(4) var<storage, read_write> names: array<u32>;

@compute @workgroup_size(256)
fn main(${BUILTINS}) {
  let entry = (${GROUP}) * 256u + thread;
  if (entry >= settings.entries) { return; }
  let row = queries[entry / settings.length];
  if (row == 0xffffffffu) { return; }
  let candidate = lists[entry].y;
  var name = 0xffffffffu;
  if (candidate != 0xffffffffu) { name = candidates[candidate]; }
  names[row * settings.length + entry % settings.length] = name;
}
`

/** The `count` nearest of the rows that each row names (`length` of them) by their squared distances, nearest first and equal ones by the lower number; a list that is too short ends with squares of 3e38. One thread per row. */
export const keepNearestKernel = /* wgsl */ `
struct Settings { rows: u32, length: u32, count: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> names: array<u32>;
@group(0) @binding(2) var<storage, read> distances: array<f32>;
@group(0) @binding(3) var<storage, read_write> indices: array<u32>;
@group(0) @binding(4) var<storage, read_write> squares: array<f32>;

@compute @workgroup_size(64)
fn main(${BUILTINS}) {
  let row = (${GROUP}) * 64u + thread;
  if (row >= settings.rows) { return; }
  let begin = row * settings.count;
  let last = begin + settings.count - 1u;
  for (var at = begin; at <= last; at++) { indices[at] = 0u; squares[at] = 3e38; }
  for (var l = row * settings.length; l < (row + 1u) * settings.length; l++) {
    let name = names[l];
    if (name == 0xffffffffu) { continue; }
    let square = distances[l];
    if (square > squares[last] || (square == squares[last] && name >= indices[last])) { continue; }
    var at = last;
    while (at > begin && (square < squares[at - 1u] || (square == squares[at - 1u] && name < indices[at - 1u]))) {
      indices[at] = indices[at - 1u];
      squares[at] = squares[at - 1u];
      at--;
    }
    indices[at] = name;
    squares[at] = square;
  }
}
`
