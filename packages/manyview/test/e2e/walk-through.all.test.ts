import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const path = join(root, 'docs/walk-through.md')
const command = join(root, 'packages/manyview/bin/manyview.js')
const sessions = [...readFileSync(path, 'utf8').matchAll(/```console\n\$ (.*?)\n(.*?)```/gs)]

/** What holds for this machine and this moment only. */
const masked = (text: string) => text.replace(/\b[\d.]+ (ms|s)\b/g, '… s').trim()

describe('the walk-through', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'manyview-'))
    execFileSync(process.execPath, [join(root, 'examples/incomplete-digits.mjs'), folder], { cwd: root })
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('has sessions', () => expect(sessions.length).toBeGreaterThan(5))

  for (const [block, line, said] of sessions)
    it(`shows what "${line}" really prints`, () => {
      const [name, ...rest] = line.replace(/^npx manyview/, `${process.execPath} ${command}`).split(' ')
      const { stdout, stderr, status } = spawnSync(name, rest, { cwd: folder, encoding: 'utf8' })
      const really = status === 0 ? stdout : stderr.trimEnd().split('\n').slice(-1).join()
      if (process.env.UPDATE_README)
        writeFileSync(
          path,
          readFileSync(path, 'utf8').replace(block, () => `\`\`\`console\n$ ${line}\n${really.trimEnd()}\n\`\`\``),
        )
      else expect(masked(said)).toBe(masked(really))
    })
})
