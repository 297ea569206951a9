// Decodes damaged pictures of all formats: each is decoded or refused by name within 2 s of processor time.
// npm run bench fuzz-pictures                  20,000 pictures
// npm run bench fuzz-pictures -- COUNT SEED    so many pictures, with this seed
// A child process decodes, so that a picture that never returns is found and named.

import { fork } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Random } from '@manyview/core/numerics'
import { decodePicture } from '../packages/formats/src/things/pictures/codecs/decode-picture.ts'
import { mutate } from '../packages/formats/test/mutate.ts'

const folder = new URL('../packages/formats/test/things/pictures/fixtures/', import.meta.url)
const slowMilliseconds = 2000
const hangMilliseconds = 30_000

const seeds = readdirSync(folder)
  .filter((name) => /\.(png|jpg|webp|gif)$/.test(name))
  .map((name) => ({ name, bytes: new Uint8Array(readFileSync(new URL(name, folder))) }))

async function decodeAll(count: number, seed: number): Promise<void> {
  const ends = { decoded: 0, refused: 0, slow: 0, wrong: 0 }
  for (let i = 0; i < count; i++) {
    const { name, bytes } = seeds[i % seeds.length]
    const damaged = mutate(bytes, new Random(seed).split(i))
    if (i % 50 === 0) process.send?.({ at: i })
    const started = process.cpuUsage()
    try {
      const { width, height, data } = await decodePicture(damaged)
      ends.decoded++
      if (data.length !== 4 * width * height) throw new TypeError('the pixels do not fill the picture')
    } catch (error) {
      // What is wrong with a picture is an Error in plain words; every other class is a mistake of ours.
      if (Object.getPrototypeOf(error) === Error.prototype && /^(is|has|ends) /.test((error as Error).message))
        ends.refused++
      else {
        ends.wrong++
        console.error(`${name}, number ${i}: ${(error as Error).stack}`)
      }
    }
    // Processor time, since a busy machine makes any picture slow.
    const { user, system } = process.cpuUsage(started)
    const milliseconds = (user + system) / 1000
    if (milliseconds > slowMilliseconds) {
      ends.slow++
      console.error(`${name}, number ${i}: took ${Math.round(milliseconds)} ms`)
    }
  }
  console.log(
    `${count} damaged pictures, seed ${seed}: ${Object.entries(ends)
      .map((end) => end.join(' '))
      .join(', ')}`,
  )
  process.exit(ends.slow + ends.wrong > 0 ? 1 : 0)
}

function watch(count: number, seed: number): void {
  const child = fork(fileURLToPath(import.meta.url), [String(count), String(seed), 'child'])
  let at = 0
  let lastMessage = performance.now()
  const clock = setInterval(() => {
    if (performance.now() - lastMessage < hangMilliseconds) return
    console.error(`no picture was decoded for ${hangMilliseconds / 1000} s after number ${at}`)
    child.kill('SIGKILL')
  }, 1000)
  child.on('message', (message: { at: number }) => {
    at = message.at
    lastMessage = performance.now()
  })
  child.on('exit', (code) => {
    clearInterval(clock)
    process.exitCode = code ?? 1
  })
}

const [count = '20000', seed = '1', role] = process.argv.slice(2)
if (role === 'child') await decodeAll(Number(count), Number(seed))
else watch(Number(count), Number(seed))
