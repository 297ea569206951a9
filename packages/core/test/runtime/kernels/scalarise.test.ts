import { describe, expect, it } from 'vitest'
import { scalarise } from '../../../../../scripts/scalarise.mjs'

const squeeze = (text: string) => text.replace(/\s+/g, ' ').trim()

describe('scalarise', () => {
  it('leaves sources without vectors as they are', () => {
    const text = '/** Twice. */\nexport function twice(x: f64): f64 {\n  return x + x // why\n}\n'
    expect(scalarise('a.ts', text)).toBe(text)
  })

  it('turns variables, parameters, arguments, loads, stores and lanes into pairs', () => {
    const text = `function f(p: usize, a: v128): f64 {
      let b: v128 = f64x2.add(a, v128.load(p, 16))
      b = f64x2.mul(b, v128.load64_splat(p))
      v128.store(p, b, 32)
      g(p, b)
      return f64x2.extract_lane(b, 1)
    }`
    expect(squeeze(scalarise('a.ts', text))).toBe(
      squeeze(`function f(p: usize, a_0: f64, a_1: f64): f64 {
      let b_0: f64 = (a_0 + load<f64>(p, 16)), b_1: f64 = (a_1 + load<f64>(p, 24))
      { b_0 = (b_0 * load<f64>(p, 0)); b_1 = (b_1 * load<f64>(p, 0)) }
      { const lane_0: f64 = b_0, lane_1: f64 = b_1; store<f64>(p, lane_0, 32); store<f64>(p, lane_1, 40) }
      g(p, b_0, b_1)
      return b_1
    }`),
    )
  })

  it('turns comparisons into 1 or 0, and takes one of two values by them', () => {
    const text = `function f(p: usize, a: v128): bool {
      const m: v128 = v128.and(f64x2.gt(a, v128.load(p, OFFSET)), f64x2.lt(a, a))
      v128.store(p, v128.bitselect(a, v128.load(p), m), OFFSET)
      return v128.any_true(v128.or(m, m))
    }`
    expect(squeeze(scalarise('a.ts', text))).toBe(
      squeeze(`function f(p: usize, a_0: f64, a_1: f64): bool {
      const m_0: f64 = select<f64>(select<f64>(1, 0, a_0 > load<f64>(p, OFFSET + 0)), 0, select<f64>(1, 0, a_0 < a_0) != 0), m_1: f64 = select<f64>(select<f64>(1, 0, a_1 > load<f64>(p, OFFSET + 8)), 0, select<f64>(1, 0, a_1 < a_1) != 0)
      { const lane_0: f64 = select<f64>(a_0, load<f64>(p, 0), m_0 != 0), lane_1: f64 = select<f64>(a_1, load<f64>(p, 8), m_1 != 0); store<f64>(p, lane_0, OFFSET + 0); store<f64>(p, lane_1, OFFSET + 8) }
      return (max<f64>(m_0, m_0) != 0 || max<f64>(m_1, m_1) != 0)
    }`),
    )
  })

  it('keeps apart variables of one name in different blocks', () => {
    const text =
      'function f(p: usize): f64 { { const x: v128 = v128.load(p); v128.store(p, x) } const x = load<f64>(p); return x }'
    expect(scalarise('a.ts', text)).toContain('const x = load<f64>(p); return x }')
  })

  it.each([
    [
      'an operation',
      'function f(p: usize): void {\n  v128.store(p, f64x2.ceil(v128.load(p))) }',
      'a.ts:2: an operation that is not known',
    ],
    ['a vector result', 'function f(p: usize): v128 { return v128.load(p) }', 'a.ts:1: a function cannot give a v128'],
    [
      'an address with effects',
      'function f(p: usize): void { const x: v128 = v128.load(p++) }',
      'a.ts:1: would be done twice: p++',
    ],
    [
      'an offset that is no number',
      'function f(p: usize, o: usize): void { const x: v128 = v128.load(p, o) }',
      'needs a whole number',
    ],
    [
      'other vectors',
      'function f(p: usize): i32 { return i32x4.extract_lane(v128.load(p), 0) }',
      'a.ts:1: not expected here',
    ],
    ['a vector out of place', 'function f(a: v128): void { const b = [a] }', 'a.ts:1: not expected here: a'],
  ])('stops with file and line at %s', (_, text, message) => {
    expect(() => scalarise('a.ts', text)).toThrow(message)
  })
})
