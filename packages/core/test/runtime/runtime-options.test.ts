import { cluster } from '@manyview/core'
import { expect, it } from 'vitest'

const views = { a: [[1], [2], [9], [10]] }

it.each([
  ['threads', 2, 'threads: is now a setting of runtime, give runtime: { threads }'],
  ['memoryLimit', 1e9, 'memoryLimit: is now a setting of runtime, give runtime: { memory }'],
  ['runtime', { thread: 1 }, 'runtime: has no setting "thread", give some of threads, memory, device'],
  ['runtime', 4, 'runtime: is 4, give { threads: 4 }'],
])('%s is refused where it does not belong, with the place where it does', async (name, value, message) => {
  await expect(cluster(views, { clusters: 2, [name]: value } as object)).rejects.toThrow(message)
})
