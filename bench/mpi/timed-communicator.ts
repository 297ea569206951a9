import type { Communicator } from '@manyview/core'

/** The same communicator, every call of which goes through `around`, which makes it by calling what it is given. */
export function timedCommunicator(communicator: Communicator, around: (call: () => unknown) => unknown): Communicator {
  return new Proxy(communicator, {
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
