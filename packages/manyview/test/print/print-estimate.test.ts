import { expect, it } from 'vitest'
import { printEstimate } from '../../src/print/print-estimate.ts'
import type { Run } from '../../src/run/run-clustering.ts'
import { Screen } from '../../src/screen/screen.ts'

function printed(run: Partial<Run>, samples: number): Promise<string> {
  let text = ''
  const stream = { write: (part: string) => (text += part) }
  const views = { one: { samples, features: 50, data: [] }, two: { samples, features: 20, data: [] } }
  const options = { effort: 'full', neighbours: 10, sample: null, viewWeights: null }
  const whole = { views, method: 'consensus', options, clusters: 10, ...run } as unknown as Run
  return printEstimate(whole, 2, new Screen(stream, stream)).then(() => text)
}

it('says in one line what a long fit takes', async () => {
  expect(await printed({}, 1e6)).toMatch(/^ {2}estimate {2}about [\dhmins ]+ and [\d.]+ GB beside the views\n$/)
})

it('says nothing of short fits, of methods without a formula, and while the number of clusters is open', async () => {
  expect(await printed({}, 10_000)).toBe('')
  expect(await printed({ method: 'snf' }, 1e6)).toBe('')
  expect(await printed({ clusters: 'auto' }, 1e6)).toBe('')
})
