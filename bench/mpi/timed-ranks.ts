import type { Ranks } from '@manyview/core/runtime'

/** The same ranks, every call of which goes through `around`, which makes it by calling what it is given. */
export function timedRanks(ranks: Ranks, around: (call: () => unknown) => unknown): Ranks {
  return new Proxy(ranks, {
    get(target, name) {
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? (...args: unknown[]) => around(() => value.apply(target, args)) : value
    },
  })
}

/** Seconds of processor time so far; unlike the clock they do not count what other programs take. */
export function processorSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
