import { added } from '../dense/added.ts'
import { BUILTINS, GROUP } from '../dense/dense-kernels.ts'

/** Turns of all pairs of columns at the most, and how far from a right angle columns may stay. */
const SWEEPS = 12
const RIGHT = 1e-6
/** A column with no more than this share of the squares of a slice is rounding. */
const NOTHING = 1e-14

/**
 * From transforms of pairs of real columns (rows × 2·pairs) to the spectrum of each column: for the frequencies 0 … rows/2, `frequencies` of them, one after the other, column after column, so that
 * threads that have a frequency each read side by side.
 */
export const separateKernel = /* wgsl */ `
struct Settings { rows: u32, pairs: u32, frequencies: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> transformed: array<vec2f>;
@group(0) @binding(2) var<storage, read_write> spectra: array<vec2f>;

@compute @workgroup_size(256)
fn main(${BUILTINS}) {
  let place = (${GROUP}) * 256u + thread;
  let pair = place / settings.frequencies;
  if (pair >= settings.pairs) { return; }
  let f = place % settings.frequencies;
  let one = transformed[f * settings.pairs + pair];
  let other = transformed[((settings.rows - f) % settings.rows) * settings.pairs + pair] * vec2f(1.0, -1.0);
  let difference = one - other;
  let at = 2u * pair * settings.frequencies + f;
  spectra[at] = 0.5 * (one + other);
  spectra[at + settings.frequencies] = 0.5 * vec2f(difference.y, -difference.x);
}
`

/** The way back, divided by the rows, in the order of rows in which a transform is its own inverse. */
export const joinKernel = /* wgsl */ `
struct Settings { rows: u32, pairs: u32, frequencies: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> spectra: array<vec2f>;
@group(0) @binding(2) var<storage, read_write> transformed: array<vec2f>;

@compute @workgroup_size(256)
fn main(${BUILTINS}) {
  let place = (${GROUP}) * 256u + thread;
  let row = place / settings.pairs;
  if (row >= settings.rows) { return; }
  let f = (settings.rows - row) % settings.rows;
  let mirrored = f >= settings.frequencies;
  let at = 2u * (place % settings.pairs) * settings.frequencies + select(f, settings.rows - f, mirrored);
  let sign = vec2f(1.0, select(1.0, -1.0, mirrored));
  let one = spectra[at] * sign;
  let other = spectra[at + settings.frequencies] * sign;
  transformed[place] = (one + vec2f(-other.y, other.x)) / f32(settings.rows);
}
`

/**
 * Lowers the singular values of the slice (latent × views, complex) of every frequency by `tau`, at 0 the lowest, one thread per slice: columns are turned in pairs until they stand at right angles
 * (one-sided Jacobi), which keeps small values exact beside large ones. A slice that is no longer than `tau` becomes zero at once. `sums` has what is left of the values of all slices, per workgroup.
 */
export function shrinkKernel(views: number): string {
  return /* wgsl */ `
struct Settings { rows: u32, latent: u32, width: u32, frequencies: u32, tau: f32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read_write> spectra: array<vec2f>;
@group(0) @binding(2) var<storage, read_write> sums: array<f32>;
${added('f32', 64)}
fn times(a: vec2f, b: vec2f) -> vec2f { return vec2f(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
/** conj(a)·b. */
fn inner(a: vec2f, b: vec2f) -> vec2f { return vec2f(a.x * b.x + a.y * b.y, a.x * b.y - a.y * b.x); }

/** At unit length: cards take roots with errors that would add up from turn to turn, and a step of Newton's takes them out. */
fn unit(a: vec2f) -> vec2f {
  let near = a * inverseSqrt(dot(a, a));
  return near * (1.5 - 0.5 * dot(near, near));
}

fn shrunk(f: u32) -> f32 {
  let next = settings.frequencies;
  let column = settings.width * next;
  var whole = 0.0;
  for (var v = 0u; v < ${views}u; v++) {
    var square = 0.0;
    for (var l = 0u; l < settings.latent; l++) { let value = spectra[v * column + l * next + f]; square += dot(value, value); }
    whole += square;
  }
  if (whole <= settings.tau * settings.tau) {
    for (var v = 0u; v < ${views}u; v++) {
      for (var l = 0u; l < settings.latent; l++) { spectra[v * column + l * next + f] = vec2f(); }
    }
    return 0.0;
  }
  var turns: array<vec2f, ${views * views}>;
  for (var v = 0u; v < ${views}u; v++) { turns[v * ${views + 1}u] = vec2f(1.0, 0.0); }
  for (var sweep = 0u; sweep < ${SWEEPS}u; sweep++) {
    var turned = false;
    for (var p = 0u; p + 1u < ${views}u; p++) {
      for (var q = p + 1u; q < ${views}u; q++) {
        var pp = 0.0;
        var qq = 0.0;
        var pq = vec2f();
        for (var l = 0u; l < settings.latent; l++) {
          let a = spectra[p * column + l * next + f];
          let b = spectra[q * column + l * next + f];
          pp += dot(a, a);
          qq += dot(b, b);
          pq += inner(a, b);
        }
        // Numbers whose squares would vanish have a length, too.
        let scale = max(abs(pq.x), abs(pq.y));
        let scaled = pq / max(scale, 1e-37);
        let size = scale * length(scaled);
        if (size <= ${RIGHT} * sqrt(pp) * sqrt(qq) || min(pp, qq) <= ${NOTHING} * whole) { continue; }
        turned = true;
        let phase = unit(scaled) * vec2f(1.0, -1.0);
        let slope = (qq - pp) / (2.0 * size);
        let steep = abs(slope);
        let tangent = select(-1.0, 1.0, slope >= 0.0) / select(steep + sqrt(1.0 + steep * steep), 2.0 * steep, steep > 1e9);
        let angle = unit(vec2f(1.0, tangent));
        let c = angle.x;
        let s = angle.y;
        for (var l = 0u; l < settings.latent; l++) {
          let at = p * column + l * next + f;
          let to = q * column + l * next + f;
          let a = spectra[at];
          let b = times(spectra[to], phase);
          spectra[at] = c * a - s * b;
          spectra[to] = s * a + c * b;
        }
        for (var v = 0u; v < ${views}u; v++) {
          let a = turns[v * ${views}u + p];
          let b = times(turns[v * ${views}u + q], phase);
          turns[v * ${views}u + p] = c * a - s * b;
          turns[v * ${views}u + q] = s * a + c * b;
        }
      }
    }
    if (!turned) { break; }
  }
  var total = 0.0;
  var kept: array<f32, ${views}>;
  for (var v = 0u; v < ${views}u; v++) {
    var square = 0.0;
    for (var l = 0u; l < settings.latent; l++) { let value = spectra[v * column + l * next + f]; square += dot(value, value); }
    let value = sqrt(square);
    let left = max(value - settings.tau, 0.0);
    total += left;
    kept[v] = select(0.0, left / value, value > 0.0);
  }
  for (var l = 0u; l < settings.latent; l++) {
    var row: array<vec2f, ${views}>;
    for (var j = 0u; j < ${views}u; j++) { row[j] = kept[j] * spectra[j * column + l * next + f]; }
    for (var v = 0u; v < ${views}u; v++) {
      var sum = vec2f();
      for (var j = 0u; j < ${views}u; j++) { sum += inner(turns[v * ${views}u + j], row[j]); }
      spectra[v * column + l * next + f] = sum;
    }
  }
  return total;
}

@compute @workgroup_size(64)
fn main(${BUILTINS}) {
  let number = ${GROUP};
  let f = number * 64u + thread;
  var sum = 0.0;
  if (f < settings.frequencies) {
    sum = shrunk(f);
    // Each other frequency has a mirror image.
    if (f != 0u && 2u * f != settings.rows) { sum *= 2.0; }
  }
  let total = added(thread, sum);
  if (thread == 0u && number * 64u < settings.frequencies) { sums[number] = total; }
}
`
}
