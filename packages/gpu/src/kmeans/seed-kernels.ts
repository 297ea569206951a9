import { added } from '../dense/added.ts'
import { BUILTINS, GROUP } from '../dense/dense-kernels.ts'
import { BLOCK, BLOCK_OF_RUN, MOST_TRIALS, RUNS, THREADS } from './card-runs.ts'

/** The squared distance of two rows of `quads` times four numbers. */
const SQUARE = /* wgsl */ `
fn square(run: Run, point: u32, other: u32) -> f32 {
  var sum = vec4f();
  for (var q = 0u; q < run.quads; q++) {
    let difference = points[run.points + point * run.quads + q] - OTHERS;
    sum += difference * difference;
  }
  return sum.x + sum.y + (sum.z + sum.w);
}
`

/** The squared distance of every point from the nearest centre so far, of which number `last` came last; sums ← their sum over each 256 points. */
export const nearestSeedKernel = /* wgsl */ `
struct Settings { rows: u32, runs: u32, last: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
${RUNS}
@group(0) @binding(2) var<storage, read> points: array<vec4f>;
@group(0) @binding(3) var<storage, read> centres: array<vec4f>;
@group(0) @binding(4) var<storage, read_write> least: array<f32>;
@group(0) @binding(5) var<storage, read_write> sums: array<f32>;
${SQUARE.replace('OTHERS', 'centres[run.centres + other * run.quads + q]')}${added('f32', THREADS)}
@compute @workgroup_size(${THREADS})
fn main(${BUILTINS}) {
${BLOCK_OF_RUN}  if (settings.last >= run.clusters) { return; }
  var sum = 0.0;
  for (var point = begin + thread; point < end; point += ${THREADS}u) {
    var nearest = square(run, point, settings.last);
    let at = place * settings.rows + point;
    if (settings.last > 0u) { nearest = min(nearest, least[at]); }
    least[at] = nearest;
    sum += nearest;
  }
  let total = added(thread, sum);
  if (thread == 0u) { sums[number] = total; }
}
`

/** Draws points for the next centre of each run with a probability that grows with `least`, by a number from 0 to 1 each: `trials` of them, one thread per draw. Where all is zero any point may come. */
export const drawSeedsKernel = /* wgsl */ `
struct Settings { rows: u32, runs: u32, next: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
${RUNS}
@group(0) @binding(2) var<storage, read> least: array<f32>;
@group(0) @binding(3) var<storage, read> sums: array<f32>;
@group(0) @binding(4) var<storage, read> numbers: array<f32>;
@group(0) @binding(5) var<storage, read_write> drawn: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) invocation: vec3u) {
  let place = invocation.x / ${MOST_TRIALS}u;
  if (place >= settings.runs) { return; }
  let run = runs[place];
  if (settings.next >= run.clusters || invocation.x % ${MOST_TRIALS}u >= run.trials) { return; }
  let number = numbers[settings.next * settings.runs * ${MOST_TRIALS}u + invocation.x];
  let blocks = (settings.rows + ${BLOCK - 1}u) / ${BLOCK}u;
  var rest = 0.0;
  for (var b = 0u; b < blocks; b++) { rest += sums[place * blocks + b]; }
  if (rest <= 0.0) {
    drawn[invocation.x] = min(u32(number * f32(settings.rows)), settings.rows - 1u);
    return;
  }
  rest *= number;
  // Where rounding leaves the sum unpassed, the last point that is no centre.
  var block = 0u;
  for (var b = 0u; b < blocks; b++) {
    let weight = sums[place * blocks + b];
    if (weight <= 0.0) { continue; }
    block = b;
    if (rest < weight) { break; }
    rest -= weight;
  }
  var taken = ${BLOCK}u * block;
  for (var point = ${BLOCK}u * block; point < min(${BLOCK}u * (block + 1u), settings.rows); point++) {
    let weight = least[place * settings.rows + point];
    if (weight <= 0.0) { continue; }
    taken = point;
    if (rest < weight) { break; }
    rest -= weight;
  }
  drawn[invocation.x] = taken;
}
`

/** What the sum of `least` over each 256 points would be with each drawn point as a further centre. */
export const trySeedsKernel = /* wgsl */ `
struct Settings { rows: u32, runs: u32, next: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
${RUNS}
@group(0) @binding(2) var<storage, read> points: array<vec4f>;
@group(0) @binding(3) var<storage, read> least: array<f32>;
@group(0) @binding(4) var<storage, read> drawn: array<u32>;
@group(0) @binding(5) var<storage, read_write> sums: array<f32>;
${SQUARE.replace('OTHERS', 'points[run.points + other * run.quads + q]')}${added('f32', THREADS)}
@compute @workgroup_size(${THREADS})
fn main(${BUILTINS}) {
${BLOCK_OF_RUN}  if (settings.next >= run.clusters || run.trials == 1u) { return; }
  for (var trial = 0u; trial < run.trials; trial++) {
    let candidate = drawn[place * ${MOST_TRIALS}u + trial];
    var sum = 0.0;
    for (var point = begin + thread; point < end; point += ${THREADS}u) {
      sum += min(least[place * settings.rows + point], square(run, point, candidate));
    }
    workgroupBarrier();
    let total = added(thread, sum);
    if (thread == 0u) { sums[number * ${MOST_TRIALS}u + trial] = total; }
  }
}
`

/** Makes the drawn point with the lowest sum, the first of equal ones, centre number `next` of its run; one workgroup per run. */
export const takeSeedKernel = /* wgsl */ `
struct Settings { rows: u32, runs: u32, next: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
${RUNS}
@group(0) @binding(2) var<storage, read> points: array<vec4f>;
@group(0) @binding(3) var<storage, read> drawn: array<u32>;
@group(0) @binding(4) var<storage, read> sums: array<f32>;
@group(0) @binding(5) var<storage, read_write> centres: array<vec4f>;
var<workgroup> potentials: array<f32, ${MOST_TRIALS}>;

@compute @workgroup_size(64)
fn main(${BUILTINS}) {
  let place = ${GROUP};
  if (place >= settings.runs) { return; }
  let run = runs[place];
  if (settings.next >= run.clusters) { return; }
  // The first centre is drawn without a comparison.
  let trials = select(run.trials, 1u, settings.next == 0u);
  if (thread < trials && trials > 1u) {
    let blocks = (settings.rows + ${BLOCK - 1}u) / ${BLOCK}u;
    var sum = 0.0;
    for (var b = 0u; b < blocks; b++) { sum += sums[(place * blocks + b) * ${MOST_TRIALS}u + thread]; }
    potentials[thread] = sum;
  }
  workgroupBarrier();
  var best = 0u;
  for (var trial = 1u; trial < trials; trial++) {
    if (potentials[trial] < potentials[best]) { best = trial; }
  }
  let taken = run.points + drawn[place * ${MOST_TRIALS}u + best] * run.quads;
  let to = run.centres + settings.next * run.quads;
  for (var q = thread; q < run.quads; q += 64u) { centres[to + q] = points[taken + q]; }
}
`
