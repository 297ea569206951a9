// Reads damaged files of all formats, models, records, settings and checkpoints: only an InputError may come out.
// npm run bench fuzz-formats                           100,000 files, each within 2 s of processor time and without allocating more than 8 × the file + 64 MiB at once
// npm run bench fuzz-formats -- 1000000 5              so many files, with this seed
// npm run bench fuzz-formats -- COUNT SEED PATTERN     only files whose name matches
// A child process reads, so that a file that never returns is found and named; crashers are written to bench/results/crashers.

import { fork } from 'node:child_process'
import { mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { InputError } from '@manyview/core'
import { Random } from '@manyview/core/numerics'
import { bytesSource, readDataset } from '@manyview/formats'
import { mutate, notSeed, packedSeeds, type Seed, seedFolders } from '../packages/formats/test/mutate.ts'
import { ownSeeds } from './fuzz/own-seeds.ts'

const fixtures = fileURLToPath(new URL('../packages/formats/test/fixtures/', import.meta.url))
const crashers = fileURLToPath(new URL('./results/crashers/', import.meta.url))
const slowMilliseconds = 2000
const hangMilliseconds = 60_000
const mebibyte = 2 ** 20
/** Files per child process. */
const partLength = 50_000
/** Always as long, so that a shorter number leaves no digits of a longer one. */
const progressText = (i: number) => String(i).padStart(12)

async function loadSeeds(pattern: string): Promise<Seed[]> {
  const seeds = seedFolders.flatMap((part) =>
    readdirSync(join(fixtures, part), { withFileTypes: true })
      .filter((entry) => entry.isFile() && !notSeed.test(entry.name))
      .map(({ name }) => ({ name, bytes: new Uint8Array(readFileSync(join(fixtures, part, name))) })),
  )
  return [...seeds, ...packedSeeds(seeds), ...(await ownSeeds())].filter(({ name }) => new RegExp(pattern).test(name))
}

/** File number i of a run: which seed, and its damaged bytes. */
function damaged(seeds: Seed[], seed: number, i: number): Seed {
  const { name, bytes, pack, read } = seeds[i % seeds.length]
  const mutated = mutate(bytes, new Random(seed).split(i))
  return { name, bytes: pack ? pack(mutated) : mutated, read }
}

/** Largest array made at once since the last reset, in bytes, seen by wrapping the constructors. */
const allocation = { largest: 0 }
function watchAllocations(): void {
  for (const name of [
    'ArrayBuffer',
    'Uint8Array',
    'Float64Array',
    'Float32Array',
    'Uint32Array',
    'Int32Array',
    'Array',
  ] as const) {
    const original = globalThis[name] as unknown as { new (...values: unknown[]): object; BYTES_PER_ELEMENT?: number }
    const size = name === 'Array' ? 8 : (original.BYTES_PER_ELEMENT ?? 1)
    const watched: typeof original = new Proxy(original, {
      construct(target, values, self): object {
        if (typeof values[0] === 'number' && values.length === 1)
          allocation.largest = Math.max(allocation.largest, values[0] * size)
        return Reflect.construct(target, values, self === watched ? target : self)
      },
    })
    ;(globalThis as Record<string, unknown>)[name] = watched
  }
}

async function runChild(
  seed: number,
  begin: number,
  end: number,
  progressFile: string,
  pattern: string,
): Promise<void> {
  const seeds = await loadSeeds(pattern)
  watchAllocations()
  // One file that stays open: a new one per damaged file would take longer than reading that one.
  const progress = openSync(progressFile, 'r+')
  process.send?.({ ready: true })
  const counts = { read: 0, refused: 0, crashed: 0, slow: 0, large: 0, slowest: 0, largest: 0 }
  for (let i = begin; i < end; i++) {
    const { name, bytes, read } = damaged(seeds, seed, i)
    writeSync(progress, progressText(i), 0)
    const started = process.cpuUsage()
    allocation.largest = 0
    let problem = ''
    try {
      await (read ? read(bytes) : readDataset([bytesSource(name, bytes)]))
      counts.read++
    } catch (error) {
      if (error instanceof InputError) counts.refused++
      else problem = `crashed: ${(error as Error)?.stack ?? error}`
    }
    // Processor time, since a busy machine makes any file slow.
    const { user, system } = process.cpuUsage(started)
    const milliseconds = (user + system) / 1000
    if (problem) counts.crashed++
    if (milliseconds > slowMilliseconds) problem = `slow: ${milliseconds.toFixed(0)} ms`
    if (milliseconds > slowMilliseconds) counts.slow++
    if (allocation.largest > 8 * bytes.length + 64 * mebibyte) {
      problem = `large: ${allocation.largest} bytes for ${bytes.length}`
      counts.large++
    }
    counts.slowest = Math.max(counts.slowest, milliseconds)
    counts.largest = Math.max(counts.largest, allocation.largest)
    if (problem) keep(i, name, bytes, problem)
  }
  process.send?.({ done: counts })
}

function keep(i: number, name: string, bytes: Uint8Array, problem: string): void {
  mkdirSync(crashers, { recursive: true })
  writeFileSync(join(crashers, `${i}-${name}`), bytes)
  console.error(`file ${i} (${name}): ${problem}`)
}

async function main(count: number, seed: number, pattern: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'manyview-fuzz-'))
  const progressFile = join(folder, 'at')
  const total: Record<string, number> = {
    read: 0,
    refused: 0,
    crashed: 0,
    slow: 0,
    large: 0,
    hung: 0,
    slowest: 0,
    largest: 0,
  }
  for (let begin = 0; begin < count; ) {
    writeFileSync(progressFile, progressText(begin))
    const next = await runPart(begin, Math.min(begin + partLength, count))
    begin = next
    console.error(`${begin} of ${count}`)
  }
  rmSync(folder, { recursive: true })
  console.log(JSON.stringify({ files: count, seed, ...total }))
  if (total.crashed + total.slow + total.large + total.hung > 0) process.exitCode = 1

  /** Reads files begin … end in a child; gives where to go on. */
  function runPart(begin: number, end: number): Promise<number> {
    return new Promise((resolve) => {
      const child = fork(
        fileURLToPath(import.meta.url),
        ['--child', String(seed), String(begin), String(end), progressFile, pattern],
        { execArgv: process.execArgv },
      )
      let last = -1
      // Loading counts for nothing, however long it takes on a busy machine.
      let since = Number.POSITIVE_INFINITY
      let finished = false
      const watch = setInterval(() => {
        const at = Number(readFileSync(progressFile, 'utf8'))
        if (at !== last && since < Number.POSITIVE_INFINITY) since = Date.now()
        last = at
        if (Date.now() - since > hangMilliseconds) child.kill('SIGKILL')
      }, 1000)
      child.on('message', ({ done }: { done?: Record<string, number> }) => {
        since = Date.now()
        if (!done) return
        finished = true
        for (const [key, value] of Object.entries(done))
          total[key] = key === 'slowest' || key === 'largest' ? Math.max(total[key], value) : total[key] + value
      })
      child.on('exit', () => {
        clearInterval(watch)
        if (finished) return resolve(end)
        const at = Number(readFileSync(progressFile, 'utf8'))
        total.hung++
        loadSeeds(pattern).then((seeds) => {
          const { name, bytes } = damaged(seeds, seed, at)
          keep(at, name, bytes, 'did not return, or ended the process')
          resolve(at + 1)
        })
      })
    })
  }
}

const [first, ...others] = process.argv.slice(2)
if (first === '--child') await runChild(Number(others[0]), Number(others[1]), Number(others[2]), others[3], others[4])
else await main(Number(first ?? 100_000), Number(others[0] ?? 1), others[1] ?? '')
