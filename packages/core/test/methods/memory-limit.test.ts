import { InputError } from '@manyview/core'
import { expect, it } from 'vitest'
import { requireMemory } from '../../src/methods/memory-limit.ts'

it('requireMemory passes up to the limit, and always without one', () => {
  requireMemory({ memoryLimit: 8 }, 8, 'one number')
  requireMemory({}, 1e300, 'everything')
})

it('requireMemory refuses past the limit with both numbers', () => {
  const attempt = () => requireMemory({ memoryLimit: 2 ** 20 }, 5 * 2 ** 20, '3 matrices of 500×500')
  expect(attempt).toThrow(InputError)
  expect(attempt).toThrow('memory: 3 matrices of 500×500 need 5.2 MB but the limit is 1 MB')
  try {
    attempt()
  } catch (error) {
    expect((error as InputError).code).toBe('out-of-memory')
  }
})
