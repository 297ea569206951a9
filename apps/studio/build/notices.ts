import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { bundledInPage, codecNotice, thirdPartyNotices } from '../../../scripts/third-party.mjs'

const target = fileURLToPath(new URL('../dist/THIRD-PARTY.md', import.meta.url))

/** Puts the licences of what is bundled beside the built page. It is no asset, so that no browser keeps a copy for offline use. */
export function notices(): Plugin {
  return {
    name: 'notices',
    apply: 'build',
    writeBundle: () => writeFileSync(target, thirdPartyNotices(bundledInPage()) + codecNotice()),
  }
}
