import { BUILTINS, GROUP } from '../dense/dense-kernels.ts'

/** Columns lie side by side in pairs, each pair the real and the imaginary part of one sequence; a kernel sees two sequences at a time (`vec4f`), `quads` of them per row. */

/** v·(re + i·im) of two complex numbers at once. */
const TIMES = 'fn times(v: vec4f, w: vec2f) -> vec4f { return w.x * v + w.y * vec4f(-v.y, v.x, -v.w, v.z); }'

/** How these kernels begin: whole numbers as settings, factors, what is given, what is made; `place` counts two sequences of a row at a time. */
function begin(settings: readonly string[], factors: string): string {
  return /* wgsl */ `
struct Settings { ${settings.map((name) => `${name}: u32`).join(', ')} }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> ${factors};
@group(0) @binding(2) var<storage, read> given: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> out: array<vec4f>;
${TIMES}

@compute @workgroup_size(256)
fn main(${BUILTINS}) {
  let place = (${GROUP}) * 256u + thread;
`
}

/** One stage of a transform of `rows` rows: sequences of `done` rows are merged, `radix` at a time. `table` has the powers of exp(−2πi/rows). Source: Stockham's order of stages, as in Van Loan, 1992. */
export function stageKernel(radix: number): string {
  const all = Array.from({ length: radix }, (_, s) => s)
  return /* wgsl */ `
${begin(['rows', 'quads', 'done'], 'table: array<vec2f>')}  let apart = settings.rows / ${radix}u;
  let j = place / settings.quads;
  if (j >= apart) { return; }
  let quad = place % settings.quads;
  let k = j % settings.done;
  let step = k * (apart / settings.done);
  let first = ((j - k) * ${radix}u + k) * settings.quads + quad;
${all.map((s) => `  let v${s} = times(given[(j + ${s}u * apart) * settings.quads + quad], table[${s}u * step]);`).join('\n')}
${all
  .slice(1)
  .map((s) => `  let i${s} = vec4f(-v${s}.y, v${s}.x, -v${s}.w, v${s}.z);`)
  .join('\n')}
${all.map((r) => `  out[first + ${r}u * settings.done * settings.quads] = ${combination(radix, r)};`).join('\n')}
}
`
}

/** Σₛ vₛ·exp(−2πi·r·s/radix), each vₛ with its multiple by i beside it. */
function combination(radix: number, r: number): string {
  const terms = ['v0']
  for (let s = 1; s < radix; s++) {
    const angle = (-2 * Math.PI * ((r * s) % radix)) / radix
    for (const [factor, name] of [
      [Math.cos(angle), `v${s}`],
      [Math.sin(angle), `i${s}`],
    ] as const)
      if (Math.abs(factor) > 1e-9) terms.push(`${factor.toFixed(9)} * ${name}`)
  }
  return terms.join(' + ')
}

/** What a transform by convolution needs of the columns `first` … `first` + `quads` − 1 (four at a time): rows times `chirp`, and rows of zeros up to `long`. */
export const chirpKernel = /* wgsl */ `
${begin(['rows', 'long', 'quads', 'all', 'first'], 'chirp: array<vec2f>')}  let row = place / settings.quads;
  if (row >= settings.long) { return; }
  var value = vec4f();
  if (row < settings.rows) {
    value = times(given[row * settings.all + settings.first + place % settings.quads], chirp[row]);
  }
  out[place] = value;
}
`

/** A spectrum times the one of the convolution, rows in the order in which another transform turns them back. */
export const convolveKernel = /* wgsl */ `
${begin(['long', 'quads'], 'spectrum: array<vec4f>')}  let row = place / settings.quads;
  if (row >= settings.long) { return; }
  let other = (settings.long - row) % settings.long;
  out[place] = times(given[other * settings.quads + place % settings.quads], spectrum[other].xy);
}
`

/** The first rows of a convolution times `chirp`, back in their columns. */
export const unchirpKernel = /* wgsl */ `
${begin(['rows', 'long', 'quads', 'all', 'first'], 'chirp: array<vec2f>')}  let row = place / settings.quads;
  if (row >= settings.rows) { return; }
  let value = times(given[place], chirp[row]) / f32(settings.long);
  out[row * settings.all + settings.first + place % settings.quads] = value;
}
`
