import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { build } from 'rolldown'
import { addSeenMutations, triedMutation } from './mutation-in-threads.ts'
import { type RankSetup, sharedMemory } from './ranks-by-threads.ts'

/**
 * Runs `run(ranks, given)` of a module on `size` ranks, each in a thread of its own, and gives what every rank returns: a fit over ranks without MPI.
 * The first rank that fails rejects, and ends the others.
 */
export async function onRanks<T>(size: number, module: URL, given: unknown): Promise<T[]> {
  const memory = sharedMemory(size)
  const workers: Worker[] = []
  const folder = mkdtempSync(join(tmpdir(), 'manyview-ranks-'))
  const program = join(folder, ENTRY)
  try {
    for (const { fileName, code } of await bundled(module)) writeFileSync(join(folder, fileName), code)
    return await Promise.all(
      Array.from({ length: size }, (_, rank) => {
        const workerData: RankSetup = { rank, size, memory, given, mutation: triedMutation() }
        const worker = new Worker(program, { workerData })
        workers.push(worker)
        return new Promise<T>((resolve, reject) => {
          worker.on('message', ({ result, seen }) => {
            addSeenMutations(seen)
            resolve(result)
          })
          worker.on('error', reject)
        })
      }),
    )
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()))
    rmSync(folder, { recursive: true })
  }
}

interface Chunk {
  fileName: string
  code: string
}

const ENTRY = 'rank.mjs'
const bundles = new Map<string, Promise<Chunk[]>>()

/** The program of a rank in a few files, made once: loading hundreds of sources took longer than most tests. */
function bundled(module: URL): Promise<Chunk[]> {
  const made = bundles.get(module.href) ?? bundle(module)
  bundles.set(module.href, made)
  return made
}

async function bundle(module: URL): Promise<Chunk[]> {
  const { output } = await build({
    input: fileURLToPath(new URL('./rank-thread.ts', import.meta.url)),
    resolve: { alias: { 'module-of-ranks': fileURLToPath(module) } },
    // Fixtures are found from where the module is.
    transform: { define: { 'import.meta.url': JSON.stringify(module.href) } },
    tsconfig: fileURLToPath(new URL('../../../../../tsconfig.json', import.meta.url)),
    platform: 'node',
    write: false,
    logLevel: 'warn',
    output: { format: 'esm', entryFileNames: ENTRY, chunkFileNames: '[name]-[hash].mjs' },
  })
  return output.filter((part) => part.type === 'chunk')
}
