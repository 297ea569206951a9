import { BUILTINS, GROUP } from '../dense/dense-kernels.ts'

/** Points in a tile; a workgroup of 256 compares two tiles, 8 × 8 pairs per thread. */
export const TILE = 128
/** Coordinates that are in the memory of a workgroup at a time. */
export const CHUNK = 8
/** Candidates of a query that wait to be sorted in, and those of them that may come before a tile is taken: the rest is room for one whole tile. */
export const WAITING = 192
const LATEST = WAITING - TILE

const ROWS = Array.from({ length: 8 }, (_, r) => r)
const each = (line: (r: number) => string) => ROWS.map(line).join('\n')
const entry = (r: number) => `${'xyzw'[r % 4]}`

/**
 * Adds to the list of each query the nearest of the candidate tiles in its runs, as far as they are among the tiles `begin` … `end` − 1; `candidates` has tiles from `candidatesFrom` on, `queries` from `queriesFrom`, `lists` from `listsFrom`, and `halves` from `halvesFrom`. A list holds `length` pairs (key, candidate) by key, then by candidate; the key is half the squared distance less half the
 * square of the query. What belongs into a list is always below its last key, so that it does not matter when candidates are sorted in: lists depend on nothing but the keys.
 */
export const nearestKernel = /* wgsl */ `
struct Settings { chunks: u32, first: u32, length: u32, runs: u32, same: u32, queriesFrom: u32, candidatesFrom: u32, begin: u32, end: u32, listsFrom: u32, halvesFrom: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> queries: array<vec4f>;
@group(0) @binding(2) var<storage, read> candidates: array<vec4f>;
@group(0) @binding(3) var<storage, read> halves: array<vec4f>;
@group(0) @binding(4) var<storage, read> runs: array<vec2u>;
@group(0) @binding(5) var<storage, read> owners: array<u32>;
@group(0) @binding(6) var<storage, read_write> lists: array<vec2u>;
@group(0) @binding(7) var<storage, read_write> waiting: array<vec2u>;

var<workgroup> queryPart: array<vec4f, ${(CHUNK * TILE) / 4}>;
var<workgroup> candidatePart: array<vec4f, ${(CHUNK * TILE) / 4}>;
var<workgroup> limits: array<f32, ${TILE}>;
var<workgroup> counts: array<atomic<u32>, ${TILE}>;
var<workgroup> full: u32;

fn isBefore(a: vec2u, b: vec2u) -> bool {
  let one = bitcast<f32>(a.x);
  let other = bitcast<f32>(b.x);
  return one < other || (one == other && a.y < b.y);
}

fn sortIn(query: u32, place: u32, count: u32, room: u32) {
  let begin = (query - settings.listsFrom * ${TILE}u) * settings.length;
  let last = begin + settings.length - 1u;
  for (var w = 0u; w < count; w++) {
    let next = waiting[room + w];
    if (!isBefore(next, lists[last])) { continue; }
    var at = last;
    while (at > begin && isBefore(next, lists[at - 1u])) {
      lists[at] = lists[at - 1u];
      at--;
    }
    lists[at] = next;
  }
  limits[place] = bitcast<f32>(lists[last].x);
  atomicStore(&counts[place], 0u);
}

fn note(place: u32, query: u32, candidate: u32, key: f32, room: u32) {
  if (key > limits[place] || (settings.same == 1u && candidate == query)) { return; }
  let slot = atomicAdd(&counts[place], 1u);
  waiting[room + place * ${WAITING}u + slot] = vec2u(bitcast<u32>(key), candidate);
  if (slot >= ${LATEST}u) { full = 1u; }
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let tile = settings.first + group.x;
  let queriesAt = (tile - settings.queriesFrom) * settings.chunks * 256u;
  let room = group.x * ${TILE * WAITING}u;
  let across = thread % 16u;
  let down = thread / 16u;
  let owner = owners[tile];
  if (thread < ${TILE}u) {
    limits[thread] = bitcast<f32>(lists[((tile - settings.listsFrom) * ${TILE}u + thread + 1u) * settings.length - 1u].x);
    atomicStore(&counts[thread], 0u);
  }
  if (thread == 0u) { full = 0u; }
  for (var r = 0u; r < settings.runs; r++) {
    let run = runs[owner * settings.runs + r];
    let end = min(run.x + run.y, settings.end);
    for (var other = max(run.x, settings.begin); other < end; other++) {
${each((r) => `      var a${r} = vec4f(); var b${r} = vec4f();`)}
      let candidatesAt = (other - settings.candidatesFrom) * settings.chunks * 256u;
      var nextQuery = queries[queriesAt + thread];
      var nextCandidate = candidates[candidatesAt + thread];
      for (var chunk = 0u; chunk < settings.chunks; chunk++) {
        workgroupBarrier();
        queryPart[thread] = nextQuery;
        candidatePart[thread] = nextCandidate;
        workgroupBarrier();
        // The next part is on its way while this one is multiplied; after the last one the first comes once more.
        let next = select(0u, chunk + 1u, chunk + 1u < settings.chunks);
        nextQuery = queries[queriesAt + next * 256u + thread];
        nextCandidate = candidates[candidatesAt + next * 256u + thread];
        for (var k = 0u; k < ${CHUNK}u; k++) {
          let q0 = queryPart[k * 32u + down];
          let q4 = queryPart[k * 32u + 16u + down];
          let c0 = candidatePart[k * 32u + across];
          let c1 = candidatePart[k * 32u + 16u + across];
${each((r) => `          a${r} += q${r < 4 ? 0 : 4}.${entry(r)} * c0; b${r} += q${r < 4 ? 0 : 4}.${entry(r)} * c1;`)}
        }
      }
      let half0 = halves[(other - settings.halvesFrom) * 32u + across];
      let half1 = halves[(other - settings.halvesFrom) * 32u + 16u + across];
      let firstCandidate = other * ${TILE}u + 4u * across;
${each((r) => {
  const place = `${r < 4 ? r : 64 + r - 4}u + 4u * down`
  const notes = (half: string, offset: number) =>
    ROWS.slice(0, 4)
      .map((c) => `note(place, tile * ${TILE}u + place, firstCandidate + ${offset + c}u, ${half}.${entry(c)}, room);`)
      .join(' ')
  return `      {
        let place = ${place};
        let limit = vec4f(limits[place]);
        let near = half0 - a${r};
        let far = half1 - b${r};
        if (any(near <= limit)) { ${notes('near', 0)} }
        if (any(far <= limit)) { ${notes('far', 64)} }
      }`
})}
      if (workgroupUniformLoad(&full) == 1u) {
        if (thread < ${TILE}u) {
          sortIn(tile * ${TILE}u + thread, thread, atomicLoad(&counts[thread]), room + thread * ${WAITING}u);
        }
        if (thread == 0u) { full = 0u; }
        workgroupBarrier();
      }
    }
  }
  workgroupBarrier();
  if (thread < ${TILE}u) {
    sortIn(tile * ${TILE}u + thread, thread, atomicLoad(&counts[thread]), room + thread * ${WAITING}u);
  }
}
`

/** What half the square of each place begins with: as far away as can be where there is no row. */
export const beginHalvesKernel = /* wgsl */ `
struct Settings { places: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> order: array<u32>;
@group(0) @binding(2) var<storage, read_write> halves: array<f32>;

@compute @workgroup_size(256)
fn main(${BUILTINS}) {
  let place = (${GROUP}) * 256u + thread;
  if (place < settings.places) { halves[place] = select(0.0, 3e38, order[place] == 0xffffffffu); }
}
`

/**
 * Puts columns of rows into the tiles of 128 from `begin` to before `end`, coordinate after coordinate from coordinate `place` on, in the order given, and adds half their squares, which are summed in pairs of sums. Tiles are zero before.
 */
export const packKernel = /* wgsl */ `
struct Settings { columns: u32, chunks: u32, stride: u32, first: u32, place: u32, begin: u32, end: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> points: array<f32>;
@group(0) @binding(2) var<storage, read> order: array<u32>;
@group(0) @binding(3) var<storage, read_write> panels: array<f32>;
@group(0) @binding(4) var<storage, read_write> halves: array<f32>;

@compute @workgroup_size(${TILE})
fn main(${BUILTINS}) {
  let tile = ${GROUP};
  if (settings.begin + tile >= settings.end) { return; }
  let place = (settings.begin + tile) * ${TILE}u + thread;
  let row = order[place];
  if (row == 0xffffffffu) { return; }
  let source = row * settings.stride + settings.first;
  let coordinate = tile * settings.chunks * ${CHUNK}u + settings.place;
  var even = 0.0;
  var odd = 0.0;
  for (var c = 0u; c < settings.columns; c++) {
    let value = points[source + c];
    panels[(coordinate + c) * ${TILE}u + thread] = value;
    if (c % 2u == 0u) { even += value * value; } else { odd += value * value; }
  }
  halves[place] += (even + odd) / 2.0;
}
`
