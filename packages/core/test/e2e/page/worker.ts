// A worker of a page that fits by itself, and so starts threads of its own.
import { started } from './count-workers.ts'
import { fits } from './fits.ts'

globalThis.onmessage = async ({ data }) => {
  const found = await fits(data).catch((error) => [String(error)])
  globalThis.postMessage({ found, started: started.count })
}
