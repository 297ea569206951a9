/** WGSL for `added(thread, own)`, which adds up what the threads of a workgroup have, in pairs; the first thread gets the sum. */
export function added(type: 'f32' | 'vec4f', threads: number): string {
  return /* wgsl */ `
var<workgroup> shares: array<${type}, ${threads}>;
fn added(thread: u32, own: ${type}) -> ${type} {
  shares[thread] = own;
  for (var half = ${threads / 2}u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (thread < half) { shares[thread] += shares[thread + half]; }
  }
  return shares[0];
}
`
}
