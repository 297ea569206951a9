import { added } from '../dense/added.ts'
import { BUILTINS, GROUP } from '../dense/dense-kernels.ts'
import { BLOCK_OF_RUN, RUNS, THREADS } from './card-runs.ts'

/** Labels that are in the memory of a workgroup at a time. */
const CHUNK = 1024

const four = (line: (i: number) => string) => [0, 1, 2, 3].map(line).join('\n')

/** The nearest centre of every point, ties to the lowest; counts the labels that changed per run, and adds up the squared distances of each 256 points. Four centres at a time, so that points are read less often. */
export const assignKernel = /* wgsl */ `
struct Settings { rows: u32, runs: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
${RUNS}
@group(0) @binding(2) var<storage, read> points: array<vec4f>;
@group(0) @binding(3) var<storage, read> centres: array<vec4f>;
@group(0) @binding(4) var<storage, read_write> labels: array<u32>;
@group(0) @binding(5) var<storage, read_write> changed: array<atomic<u32>>;
@group(0) @binding(6) var<storage, read_write> errors: array<f32>;
${added('f32', THREADS)}
@compute @workgroup_size(${THREADS})
fn main(${BUILTINS}) {
${BLOCK_OF_RUN}  let last = run.clusters - 1u;
  var sum = 0.0;
  for (var point = begin + thread; point < end; point += ${THREADS}u) {
    let start = run.points + point * run.quads;
    var least = 3e38;
    var best = 0u;
    for (var c = 0u; c < run.clusters; c += 4u) {
      let four = min(vec4u(c, c + 1u, c + 2u, c + 3u), vec4u(last));
      let at = vec4u(run.centres) + four * run.quads;
${four((i) => `      var sum${i} = vec4f();`)}
      for (var q = 0u; q < run.quads; q++) {
        let value = points[start + q];
${four((i) => `        let d${i} = value - centres[at[${i}] + q]; sum${i} += d${i} * d${i};`)}
      }
${four((i) => `      let s${i} = sum${i}.x + sum${i}.y + (sum${i}.z + sum${i}.w); if (s${i} < least) { least = s${i}; best = four[${i}]; }`)}
    }
    let at = place * settings.rows + point;
    if (labels[at] != best) {
      labels[at] = best;
      atomicAdd(&changed[place], 1u);
    }
    sum += least;
  }
  let total = added(thread, sum);
  if (thread == 0u) { errors[number] = total; }
}
`

/** Sums of the points of each cluster (quads) and their number (one more quad) over `share` points per workgroup, in the order of the points: their places are put in order by cluster first. */
export const clusterSumsKernel = /* wgsl */ `
struct Settings { rows: u32, runs: u32, share: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
${RUNS}
@group(0) @binding(2) var<storage, read> points: array<vec4f>;
@group(0) @binding(3) var<storage, read> labels: array<u32>;
@group(0) @binding(4) var<storage, read_write> parts: array<vec4f>;
var<workgroup> clusters: array<u32, ${CHUNK}>;
var<workgroup> order: array<u32, ${CHUNK}>;
var<workgroup> ends: array<u32, ${THREADS}>;

@compute @workgroup_size(${THREADS})
fn main(${BUILTINS}) {
  let shares = (settings.rows + settings.share - 1u) / settings.share;
  let number = ${GROUP};
  let place = number / shares;
  if (place >= settings.runs) { return; }
  let run = runs[place];
  let begin = (number % shares) * settings.share;
  let end = min(begin + settings.share, settings.rows);
  let wide = run.quads + 1u;
  let table = shares * (run.centres + run.before) + (number % shares) * run.clusters * wide;
  for (var first = begin; first < end; first += ${CHUNK}u) {
    let count = min(${CHUNK}u, end - first);
    workgroupBarrier();
    for (var p = thread; p < count; p += ${THREADS}u) { clusters[p] = labels[place * settings.rows + first + p]; }
    for (var base = 0u; base < run.clusters; base += ${THREADS}u) {
      workgroupBarrier();
      let isCluster = base + thread < run.clusters;
      var size = 0u;
      for (var p = 0u; isCluster && p < count; p++) { size += u32(clusters[p] == base + thread); }
      ends[thread] = size;
      workgroupBarrier();
      var at = 0u;
      for (var c = 0u; isCluster && c < thread; c++) { at += ends[c]; }
      for (var p = 0u; isCluster && p < count; p++) { if (clusters[p] == base + thread) { order[at] = first + p; at++; } }
      workgroupBarrier();
      ends[thread] = at;
      workgroupBarrier();
      let items = min(${THREADS}u, run.clusters - base) * wide;
      for (var item = thread; item < items; item += ${THREADS}u) {
        let cluster = item / wide;
        let quad = item % wide;
        var p = 0u;
        if (cluster > 0u) { p = ends[cluster - 1u]; }
        var sum = vec4f(f32(ends[cluster] - p));
        if (quad < run.quads) {
          sum = vec4f();
          for (; p < ends[cluster]; p++) { sum += points[run.points + order[p] * run.quads + quad]; }
        }
        let to = table + base * wide + item;
        if (first == begin) { parts[to] = sum; } else { parts[to] += sum; }
      }
    }
  }
}
`

/** The means of the clusters from their sums, one thread per four numbers, `groups` workgroups per run; a cluster without points keeps its centre. */
export const meansKernel = /* wgsl */ `
struct Settings { runs: u32, groups: u32, shares: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
${RUNS}
@group(0) @binding(2) var<storage, read> parts: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> centres: array<vec4f>;
@group(0) @binding(4) var<storage, read_write> counts: array<u32>;

@compute @workgroup_size(64)
fn main(${BUILTINS}) {
  let number = ${GROUP};
  if (number / settings.groups >= settings.runs) { return; }
  let run = runs[number / settings.groups];
  let place = (number % settings.groups) * 64u + thread;
  let centre = place / run.quads;
  if (centre >= run.clusters) { return; }
  let quad = place % run.quads;
  let wide = run.quads + 1u;
  let first = settings.shares * (run.centres + run.before) + centre * wide;
  var sum = vec4f();
  var count = 0u;
  for (var s = 0u; s < settings.shares; s++) {
    let at = first + s * run.clusters * wide;
    sum += parts[at + quad];
    count += u32(parts[at + run.quads].x);
  }
  if (count > 0u) { centres[run.centres + place] = sum / f32(count); }
  if (quad == 0u) { counts[run.before + centre] = count; }
}
`
