import { describe, expect, it } from 'vitest'
import { bestStart, betterStart, startRandoms } from '../../../src/numerics/kmeans/best-start.ts'
import { Random } from '../../../src/numerics/random/random.ts'

const result = (squaredError: number) => ({ squaredError })

describe('betterStart(best, next)', () => {
  it('keeps the first of equal results', () => {
    const first = result(1)
    expect(betterStart(first, result(1))).toBe(first)
  })

  it('takes a result that is better by more', () => {
    const next = result(1 - 1e-12)
    expect(betterStart(result(1), next)).toBe(next)
    expect(betterStart(undefined, next)).toBe(next)
  })
})

describe('bestStart(starts, run)', () => {
  it('gives the best result, and tells the best so far after every step', () => {
    const errors = [3, 1, 2]
    const run = bestStart(3, function* (start) {
      yield
      return result(errors[start])
    })
    const told: string[] = []
    let step = run.next()
    for (; !step.done; step = run.next()) told.push(`${step.value.starts} ${step.value.best?.squaredError}`)
    expect(told).toEqual(['0 undefined', '1 3', '1 3', '2 1', '2 1', '3 1'])
    expect(step.value.squaredError).toBe(1)
  })
})

it('startRandoms(random, starts) advances the generator, and gives a start the same numbers however many there are', () => {
  const random = new Random(4)
  const few = startRandoms(random, 2).map((own) => own.uniform())
  const many = startRandoms(new Random(4), 5).map((own) => own.uniform())
  expect(many.slice(0, 2)).toEqual(few)
  expect(new Set(many).size).toBe(5)
  expect(startRandoms(random, 2)[0].uniform()).not.toBe(few[0])
})
