import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { runCommand } from '../../src/mcp/run-command.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()
const program = join(folder, 'command.mjs')
const begun = join(folder, 'begun')
// Stands for a command that computes for long without a look at the signal.
writeFileSync(
  program,
  `import { writeFileSync } from 'node:fs'
process.on('SIGTERM', () => {})
setInterval(() => {}, 1000)
writeFileSync(${JSON.stringify(begun)}, String(process.pid))`,
)
const [, , ...rest] = process.argv
const [node, first] = process.argv
process.argv = [node, program, ...rest]
afterAll(() => {
  process.argv = [node, first, ...rest]
})

it('a command that does not end by itself when it is stopped is ended', async () => {
  const controller = new AbortController()
  const done = runCommand(['inspect'], { minutes: 5, signal: controller.signal, patience: 50 })
  while (!existsSync(begun) || readFileSync(begun, 'utf8') === '') await pause(20)
  controller.abort()
  await expect(done).rejects.toThrow('inspect: was cancelled')
  expect(() => process.kill(Number(readFileSync(begun, 'utf8')), 0)).toThrow('ESRCH')
})
