import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Random } from '@manyview/core/numerics'
import { FileCheckpoints } from 'manyview/node'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../temporary-folder.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const folder = temporaryFolder()

/** Kills in this test; MANYVIEW_KILLS=200 for the long run. */
const kills = Number(process.env.MANYVIEW_KILLS ?? 12)
/** Long runs have longer than the limit of vitest.config.ts. */
const patience = { timeout: Math.max(900_000, 10_000 * kills) }

/** Writes two files that belong together, again and again, each full of one letter. */
const writer = `
  import { writeAllAtomically } from 'manyview/node'
  const [first, second] = ${JSON.stringify(['first.txt', 'second.txt'].map((name) => join(folder, name)))}
  for (let round = 0; ; round++) {
    const letter = String.fromCharCode(97 + (round % 26))
    await writeAllAtomically([
      { path: first, bytes: letter.repeat(300_000) + '\\n' },
      { path: second, bytes: letter.repeat(1_000_000) + '\\n' },
    ])
    if (round === 0) console.log('writing')
  }
`

/** Saves checkpoints of two views' worth of rows, again and again, every number of them that of the iteration. */
const saver = `
  import { FileCheckpoints } from 'manyview/node'
  import { matrix } from '@manyview/core/numerics'
  const checkpoints = new FileCheckpoints(${JSON.stringify(join(folder, 'kept'))}, { minutes: 0 })
  const begin = checkpoints.load('task', 2000)?.iteration ?? 0
  for (let iteration = begin + 1; ; iteration++) {
    const filled = (length) => new Float64Array(length).fill(iteration)
    checkpoints.save('task', { iteration, shared: { W: filled(500) }, rows: matrix(2000, 10, filled(20_000)) })
    if (iteration === begin + 1) console.log('saved')
  }
`

/** Runs a program until it says that it has begun and up to 60 ms longer, then kills it. */
async function runAndKill(program: string, random: Random): Promise<void> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { cwd: root })
  const gone = new Promise((resolve) => child.on('close', resolve))
  await Promise.race([new Promise((resolve) => child.stdout.once('data', resolve)), gone])
  await new Promise((resolve) => setTimeout(resolve, random.below(60)))
  child.kill('SIGKILL')
  await gone
}

describe('FileCheckpoints', () => {
  it(
    `hold a whole checkpoint of one iteration when their process is killed at any moment (${kills} times)`,
    patience,
    async () => {
      const random = new Random(2)
      let last = 0
      for (let kill = 0; kill < kills; kill++) {
        await runAndKill(saver, random)
        const { iteration, shared, rows } = new FileCheckpoints(join(folder, 'kept')).load('task', 2000)!
        expect(iteration).toBeGreaterThan(last)
        expect([...shared.W, ...rows.data].every((value) => value === iteration)).toBe(true)
        last = iteration
      }
      new FileCheckpoints(join(folder, 'kept')).clear()
      expect(readdirSync(join(folder, 'kept'))).toEqual([])
    },
  )
})

describe('writeAllAtomically(files)', () => {
  it(`leaves every file whole when it is killed at any moment (at least ${kills} times)`, patience, async () => {
    const random = new Random(1)
    const seen = new Set<string>()
    let torn = 0
    // On until several versions were met and some kill fell between the beginning and the end of a write.
    for (let kill = 0; kill < kills || ((seen.size < 2 || torn === 0) && kill < 50 * kills); kill++) {
      await runAndKill(writer, random)
      for (const [name, length] of [
        ['first.txt', 300_000],
        ['second.txt', 1_000_000],
      ] as const) {
        const text = readFileSync(join(folder, name), 'latin1')
        expect(text.length, name).toBe(length + 1)
        expect(text === `${text[0].repeat(length)}\n`, `${name} is of one piece`).toBe(true)
        seen.add(text[0])
      }
      // What the next writer finds half-written of a dead one it removes, so that files of one kill are left at most.
      const left = readdirSync(folder).filter((name) => name.endsWith('.manyview-tmp'))
      expect(left.length).toBeLessThanOrEqual(2)
      if (left.length > 0) torn++
    }
    expect(seen.size).toBeGreaterThan(1)
    expect(torn).toBeGreaterThan(0)
  })
})
