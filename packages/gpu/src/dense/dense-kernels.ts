/** Matrices on the card are row-major in single precision, their widths multiples of 4; kernels see them four columns at a time. Where a matrix lies among wider rows is said by two numbers, from row to row and to the first, in fours too. */

/** Columns of a tile of products, and rows that are in the memory of a workgroup at a time. */
const SIDE = 64
const DEPTH = 16
export const GRAM_SIDE = SIDE

const FOUR = [0, 1, 2, 3]
const each = (line: (i: number) => string) => FOUR.map(line).join('\n')
const entry = (i: number) => 'xyzw'[i]
/** A workgroup's number where there are more than fit into one direction. */
export const GROUP = 'group.x + group.y * groups.x'
export const BUILTINS =
  '@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) thread: u32'

/** Aᵀ·B over `share` rows per part, one product (left × right) per part: whoever adds the parts up does so in double precision. Sums of 16 rows are added to the sum, so that errors stay small. */
export const gramKernel = /* wgsl */ `
struct Settings { rows: u32, left: u32, right: u32, share: u32, a: vec2u, b: vec2u }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> a: array<vec4f>;
@group(0) @binding(2) var<storage, read> b: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> parts: array<vec4f>;
var<workgroup> aPart: array<vec4f, ${(DEPTH * SIDE) / 4}>;
var<workgroup> bPart: array<vec4f, ${(DEPTH * SIDE) / 4}>;

@compute @workgroup_size(256)
fn main(${BUILTINS}) {
  let left = settings.left / 4u;
  let right = settings.right / 4u;
  let down = (left + 15u) / 16u;
  let tiles = down * ((right + 15u) / 16u);
  let number = ${GROUP};
  let part = number / tiles;
  let begin = part * settings.share;
  if (begin >= settings.rows) { return; }
  let end = min(begin + settings.share, settings.rows);
  let aFirst = ((number % tiles) % down) * 16u;
  let bFirst = ((number % tiles) / down) * 16u;
  let x = thread % 16u;
  let y = thread / 16u;
${each((i) => `  var sum${i} = vec4f();`)}
  for (var first = begin; first < end; first += ${DEPTH}u) {
    let row = first + y;
    var aValue = vec4f();
    var bValue = vec4f();
    if (row < end && aFirst + x < left) { aValue = a[row * settings.a.x + settings.a.y + aFirst + x]; }
    if (row < end && bFirst + x < right) { bValue = b[row * settings.b.x + settings.b.y + bFirst + x]; }
    workgroupBarrier();
    aPart[thread] = aValue;
    bPart[thread] = bValue;
    workgroupBarrier();
${each((i) => `    var some${i} = vec4f();`)}
    for (var r = 0u; r < ${DEPTH}u; r++) {
      let l = aPart[r * 16u + y];
      let m = bPart[r * 16u + x];
${each((i) => `      some${i} += l.${entry(i)} * m;`)}
    }
${each((i) => `    sum${i} += some${i};`)}
  }
  if (aFirst + y < left && bFirst + x < right) {
    let at = (part * settings.left + 4u * (aFirst + y)) * right + bFirst + x;
${each((i) => `    parts[at + ${i}u * right] = sum${i};`)}
  }
}
`

/** A·W, with A rows × inner and W inner × width; with `more` it is added to what is there. */
export const multiplyKernel = /* wgsl */ `
struct Settings { rows: u32, inner: u32, width: u32, more: u32, a: vec2u, product: vec2u }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> a: array<vec4f>;
@group(0) @binding(2) var<storage, read> w: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> product: array<vec4f>;
var<workgroup> aPart: array<vec4f, ${(SIDE * DEPTH) / 4}>;
var<workgroup> wPart: array<vec4f, ${(DEPTH * SIDE) / 4}>;

@compute @workgroup_size(256)
fn main(${BUILTINS}) {
  let inner = settings.inner / 4u;
  let width = settings.width / 4u;
  let across = (width + 15u) / 16u;
  let number = ${GROUP};
  let firstRow = (number / across) * ${SIDE}u;
  if (firstRow >= settings.rows) { return; }
  let firstColumn = (number % across) * 16u;
  let x = thread % 16u;
  let y = thread / 16u;
${each((i) => `  var sum${i} = vec4f();`)}
  for (var k = 0u; k < settings.inner; k += ${DEPTH}u) {
    let row = firstRow + thread / 4u;
    let column = k / 4u + thread % 4u;
    var aValue = vec4f();
    var wValue = vec4f();
    if (row < settings.rows && column < inner) { aValue = a[row * settings.a.x + settings.a.y + column]; }
    if (k + y < settings.inner && firstColumn + x < width) { wValue = w[(k + y) * width + firstColumn + x]; }
    workgroupBarrier();
    aPart[thread] = aValue;
    wPart[thread] = wValue;
    workgroupBarrier();
    for (var q = 0u; q < 4u; q++) {
${each((c) => `      let w${c} = wPart[(4u * q + ${c}u) * 16u + x];`)}
${each((i) => `      let a${i} = aPart[(4u * y + ${i}u) * 4u + q]; sum${i} += a${i}.x * w0 + a${i}.y * w1 + a${i}.z * w2 + a${i}.w * w3;`)}
    }
  }
  if (firstColumn + x >= width) { return; }
${each(
  (i) => `  if (firstRow + 4u * y + ${i}u < settings.rows) {
    let at = (firstRow + 4u * y + ${i}u) * settings.product.x + settings.product.y + firstColumn + x;
    if (settings.more == 1u) { product[at] += sum${i}; } else { product[at] = sum${i}; }
  }`,
)}
}
`

/** Adds the squared length of each row to its number. */
export const rowSquaresKernel = /* wgsl */ `
struct Settings { rows: u32, quads: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> a: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> squares: array<f32>;

@compute @workgroup_size(256)
fn main(${BUILTINS}) {
  let row = (${GROUP}) * 256u + thread;
  if (row >= settings.rows) { return; }
  var sum = vec4f();
  for (var q = 0u; q < settings.quads; q++) { let value = a[row * settings.quads + q]; sum += value * value; }
  squares[row] += sum.x + sum.y + (sum.z + sum.w);
}
`

/** Rows divided by the roots of their numbers; those with a root below 1e-12 become zero. */
export const scaleRowsKernel = /* wgsl */ `
struct Settings { entries: u32, quads: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> squares: array<f32>;
@group(0) @binding(2) var<storage, read_write> a: array<vec4f>;

@compute @workgroup_size(256)
fn main(${BUILTINS}) {
  let entry = (${GROUP}) * 256u + thread;
  if (entry >= settings.entries) { return; }
  let length = sqrt(squares[entry / settings.quads]);
  a[entry] *= select(0.0, 1.0 / length, length >= 1e-12);
}
`

/** Copies columns of a matrix, from column `first` on, to those from `place` on of another, whose rows have other widths. */
export const copyColumnsKernel = /* wgsl */ `
struct Settings { rows: u32, columns: u32, width: u32, first: u32, wider: u32, place: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read_write> both: array<f32>;

@compute @workgroup_size(256)
fn main(${BUILTINS}) {
  let entry = (${GROUP}) * 256u + thread;
  let row = entry / settings.columns;
  if (row >= settings.rows) { return; }
  let column = entry % settings.columns;
  both[row * settings.wider + settings.place + column] = a[row * settings.width + settings.first + column];
}
`
