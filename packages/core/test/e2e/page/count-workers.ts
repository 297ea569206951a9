// Imported first: counts the threads that are started from here.
const { Worker } = globalThis

/** How many were started. */
export const started = { count: 0 }

globalThis.Worker = class extends Worker {
  constructor(...given: ConstructorParameters<typeof Worker>) {
    super(...given)
    started.count++
  }
}
