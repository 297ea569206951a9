import { describe, expect, it } from 'vitest'
import { kernelTypes } from '../../../../../scripts/kernel-types.mjs'
import { fuse, inline } from '../../../../../scripts/rewrite-kernels.mjs'

describe('fuse(sources)', () => {
  it('makes one operation of a sum that grows by a product', () => {
    const { a } = fuse({
      a: 's = f64x2.add(s, f64x2.mul(x, v128.load(p)))\nt = f64x2.add(t, f64x2.mul(v128.load(p), y))',
    })
    expect(a).toContain('t = f64x2.relaxed_madd(v128.load(p), y, t)')
  })

  it('fails where there is nothing to fuse, since the relaxed build would be no other', () => {
    expect(() => fuse({ a: 's = f64x2.add(s, x)' })).toThrow('nothing to fuse')
  })
})

it('inline(text) turns the comment into the decorator, and leaves others alone', () => {
  expect(inline('// @inline\nfunction f(): void {}\n// not @inline here')).toBe(
    '@inline\nfunction f(): void {}\n// not @inline here',
  )
})

describe('kernelTypes(declarations)', () => {
  const declared = `  /**
   * file/one
   * @param x \`usize\`
   */
  export function one(x: number): void;
  /**
   * file/two
   * @param flag \`bool\`
   * @param scratch \`usize\`
   * @returns \`f64\`
   */
  export function two(flag: boolean, scratch: number): number;
`

  it('gives every function with its parameters, and names those with scratch space', () => {
    const text = kernelTypes(declared)
    expect(text).toContain('  /** kernels/file.ts */\n  one(x: number): void\n')
    expect(text).toContain('  two(flag: boolean, scratch: number): number\n')
    expect(text).toContain("ScratchKernel = 'two'")
  })

  it('fails where the compiler declares nothing', () => {
    expect(() => kernelTypes('')).toThrow('no functions')
  })
})
