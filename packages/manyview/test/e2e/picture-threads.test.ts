import { readFileSync } from 'node:fs'
import type { Worker } from 'node:worker_threads'
import { describeFile } from '@manyview/formats/things'
import { expect, it } from 'vitest'

const file = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../../formats/test/things/pictures/fixtures/${name}`, import.meta.url)))

it('describes pictures on threads of the built package, with the bytes of this thread, and names a broken one', async () => {
  // The program of a thread exists only in what was built.
  const built = new URL('../../dist/node.js', import.meta.url).href
  const { fileDescriber } = (await import(/* @vite-ignore */ built)) as typeof import('manyview/node')
  let [started, answers, ended] = [0, 0, 0]
  const watch = (worker: Worker) => {
    started++
    worker.on('message', () => answers++)
    worker.on('exit', () => ended++)
  }
  process.on('worker', watch)
  const describer = fileDescriber({ cache: null, threads: 2 })
  const names = ['rgb.png', 'baseline.jpg', 'lossy.webp', 'palette.gif']
  const found: Float32Array[] = []
  for (let i = 0; i < names.length; i += 2)
    found.push(...(await Promise.all(names.slice(i, i + 2).map((name) => describer.describe(file(name))))))
  await expect(describer.describe(file('cmyk.jpg'))).rejects.toThrow('is a CMYK JPEG, save it as RGB')
  expect(await describer.end()).toEqual([])
  process.off('worker', watch)
  expect([started, answers, ended]).toEqual([2, 5, 2])
  for (const [i, name] of names.entries()) expect(found[i]).toEqual(await describeFile(file(name)))
})
