// A worker of a page that fits by itself, and so starts threads of its own.
import { fits } from './fits.ts'

const { Worker } = globalThis
let started = 0
globalThis.Worker = class extends Worker {
  constructor(...given: ConstructorParameters<typeof Worker>) {
    super(...given)
    started++
  }
}
globalThis.onmessage = async ({ data }) => {
  const found = await fits(data).catch((error) => [String(error)])
  globalThis.postMessage({ found, started })
}
