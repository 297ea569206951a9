import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { blobs, csv } from './blobs.ts'
import { command } from './command.ts'
import { workplace } from './workplace.ts'

const place = workplace()
place.file('a.csv', csv(blobs(60, 3).first))

const shell = (line: string) => spawnSync('bash', ['-c', line], { cwd: place.folder, encoding: 'utf8' })
const fit = `'${process.execPath}' $NODE_FLAG '${command}' fit a.csv -k 3 -q`
const withFlag = (flag: string, before = '') => shell(`${before} NODE_FLAG=${flag}; ${fit}`)

describe.runIf(existsSync('/bin/bash') && process.platform === 'linux')('little memory', () => {
  it('a limit on addresses (ulimit -v) that WebAssembly does not fit in is said in one line', () => {
    const limited = (kilobytes: number) => withFlag('--no-warnings', `ulimit -v ${kilobytes};`)
    // Node 24 does with less: then the memory is there and cannot grow.
    const first = limited(4_000_000)
    const { status, stderr } = first.status === 0 ? limited(2_000_000) : first
    expect(stderr).toMatch(
      /^manyview: (memory: WebAssembly gets none here: Node reserves 10 GB|views: more memory is needed \() ?.*ulimit -v.*\n$/,
    )
    expect(status).toBe(1)
    expect(withFlag('--disable-wasm-trap-handler', 'ulimit -v 4000000;').status).toBe(0)
  })

  it('a heap that V8 would abort in is refused with both numbers', () => {
    // What is young counts, too, and has another size by default in each version of Node.
    const { status, stderr } = withFlag("'--max-old-space-size=20 --max-semi-space-size=16'")
    expect(stderr).toMatch(
      /^manyview: memory: Node may use 71\.\d MB for objects but 90 MB are needed, give a larger --max-old-space-size\n$/,
    )
    expect(status).toBe(1)
  })
})
