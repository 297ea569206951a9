import { expect, it } from 'vitest'
import { findMethod } from '../../src/methods/index.ts'
import { orderWarning } from '../../src/methods/method.ts'

it('orderWarning(method, options, advice) warns of methods that read the order, and only under the options with which they do', () => {
  expect(orderWarning(findMethod('consensus'), {}, 'shuffle')).toEqual([])
  expect(orderWarning(findMethod('dstl'), { transform: 'graph' }, 'shuffle')).toEqual([])
  expect(orderWarning(findMethod('dstl'), { transform: 'fourier' }, 'shuffle')).toEqual([
    'the clusters that dstl finds depend on the order of the samples; shuffle',
  ])
  expect(orderWarning(findMethod('dstl'), {}, null)[0]).toMatch(/order of the samples$/)
})
