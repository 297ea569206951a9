import { describe, expect, it } from 'vitest'
import { Pace } from '../../src/experiments/pace.ts'

const at = (stage: string, iteration: number, total: number, exact?: boolean) => ({ stage, iteration, total, exact })

describe('Pace', () => {
  it('tells the time from the iterations of the stage, with the stages before as they were', () => {
    const pace = new Pace(1)
    pace.step(30, at('preparing', 0, 3), 0)
    expect(pace.estimate).toBe(0)
    pace.step(35, at('iterating', 1, 20), 0)
    pace.step(40, at('iterating', 2, 20), 0)
    expect(pace.estimate).toBe(30 + 100)
    pace.step(1000, at('iterating', 19, 20), 0)
    // A stage that begins late is not taken for the whole.
    pace.step(1001, at('eigenvectors', 1, 100), 0)
    expect(pace.estimate).toBe(1000 + 100)
  })

  it('takes the fits to come for as long as those before', () => {
    const pace = new Pace(4)
    pace.step(10, at('iterating', 10, 10), 0)
    pace.step(12, at('iterating', 2, 10), 1)
    expect(pace.estimate).toBe(10 + 10 + 2 * 10)
  })

  it('knows an exact number of iterations from a largest one', () => {
    const pace = new Pace(1)
    pace.step(1, at('iterating', 1, 10, true), 0)
    expect(pace.exact).toBe(true)
    pace.step(2, at('eigenvectors', 1, 10), 0)
    expect(pace.exact).toBe(false)
  })
})
