import { expect, it } from 'vitest'
import { parseManifest } from '../../src/checkpoint/manifest.ts'

it('parseManifest takes what is nested too deep for damaged', () => {
  const depth = 20_000
  const nested = `${'['.repeat(depth)}${']'.repeat(depth)}`
  expect(parseManifest(`{"manifest":{"format":"manyview checkpoint","rows":${nested}},"sha256":"0"}`)).toBe(null)
  expect(parseManifest('{"sha256":"0"}')).toBe(null)
  expect(parseManifest('null')).toBe(null)
})
