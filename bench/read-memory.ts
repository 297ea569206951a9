// Measures the peak memory of reading each file of a folder, as a multiple of the data in memory.
// python3 bench/read-memory-files.py FOLDER              makes the files
// npm run bench read-memory -- FOLDER [NAME…]            reads each file in a process of its own; data counts 8 bytes per number, or 12 per entry where it is sparse
import { fork } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bytesSource, type Dataset, readDataset } from '@manyview/formats'
import { fileSource } from 'manyview/node'

interface Measured {
  held: number
  peak: number
  seconds: number
}

function heldBytes({ views }: Dataset): number {
  return views.reduce(
    (sum, { view }) =>
      sum +
      ('pointers' in view ? 12 * view.values.length + 4 * view.pointers.length : 8 * view.samples * view.features),
    0,
  )
}

async function measure(path: string): Promise<void> {
  // Everything that reading anything costs is there before the count begins.
  await readDataset([bytesSource('a.csv', new TextEncoder().encode('1,2\n3,4\n'))])
  const before = process.memoryUsage().rss
  const started = performance.now()
  const data = await readDataset([fileSource(path)])
  const seconds = (performance.now() - started) / 1000
  process.send!({ held: heldBytes(data), peak: process.resourceUsage().maxRSS * 1024 - before, seconds })
}

function inChild(path: string): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), ['--child', path], { execArgv: process.execArgv })
    child.on('message', (measured: Measured) => resolve(measured))
    child.on('exit', (code) => reject(new Error(`${path}: ended with ${code}`)))
  })
}

async function main(folder: string, names: string[]): Promise<void> {
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0).padStart(8)
  console.log('file                     MB read  MB held  MB peak  peak/held  seconds')
  for (const name of names.length > 0 ? names : readdirSync(folder).sort()) {
    const path = join(folder, name)
    const { held, peak, seconds } = await inChild(path)
    const ratio = (peak / held).toFixed(2).padStart(9)
    console.log(
      `${name.padEnd(22)}${megabytes(fileSource(path).byteLength)} ${megabytes(held)} ${megabytes(peak)} ${ratio} ${seconds.toFixed(1).padStart(8)}`,
    )
  }
}

const [first, ...others] = process.argv.slice(2)
if (first === '--child') await measure(others[0])
else await main(first, others)
