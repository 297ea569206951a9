import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { blobs, csv } from './blobs.ts'
import { command } from './command.ts'
import { workplace } from './workplace.ts'

const place = workplace()
place.file('a.csv', csv(blobs(60, 3).first))

const shell = (line: string) => spawnSync('bash', ['-c', line], { cwd: place.folder, encoding: 'utf8' })
const fit = `'${process.execPath}' "$NODE_FLAG" '${command}' fit a.csv -k 3 -q`
const withFlag = (flag: string, before = '') => shell(`${before} NODE_FLAG=${flag}; ${fit}`)

describe.runIf(existsSync('/bin/bash') && process.platform === 'linux')('little memory', () => {
  it('a limit on addresses (ulimit -v) that WebAssembly does not fit in is said in one line', () => {
    const { status, stderr } = withFlag('--no-warnings', 'ulimit -v 4000000;')
    expect(stderr).toMatch(/^manyview: memory: WebAssembly gets none here: Node reserves 10 GB .*ulimit -v.*\n$/)
    expect(status).toBe(1)
    expect(withFlag('--disable-wasm-trap-handler', 'ulimit -v 4000000;').status).toBe(0)
  })

  it('a heap that V8 would abort in is refused with both numbers', () => {
    const { status, stderr } = withFlag('--max-old-space-size=20')
    expect(stderr).toMatch(
      /^manyview: memory: Node may use 71\.\d MB for objects but 90 MB are needed, give a larger --max-old-space-size\n$/,
    )
    expect(status).toBe(1)
  })
})
