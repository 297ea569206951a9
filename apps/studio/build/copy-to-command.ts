import { cpSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const built = fileURLToPath(new URL('../dist', import.meta.url))
const shipped = fileURLToPath(new URL('../../../packages/manyview/dist/studio', import.meta.url))

/** Copies the built page into the command's package, which ships it: `manyview studio` serves it from there. */
export function copyToCommand(): Plugin {
  return {
    name: 'copy-to-command',
    apply: 'build',
    closeBundle() {
      rmSync(shipped, { recursive: true, force: true })
      cpSync(built, shipped, { recursive: true })
    },
  }
}
