import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))

/** What a build was made from: the commit (MANYVIEW_COMMIT where there is no git), and the fingerprint of the kernels. */
export function buildFacts() {
  const bytes = readFileSync(`${root}packages/core/src/runtime/kernels/built/simd-bytes.ts`, 'utf8')
  return { commit: process.env.MANYVIEW_COMMIT || commit(), kernels: /\((\w{8})\w*\)/.exec(bytes)[1] }
}

function commit() {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty', '--exclude=*', '--abbrev=8'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return 'unknown'
  }
}
