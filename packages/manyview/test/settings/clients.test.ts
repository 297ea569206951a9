import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { longFlag, settingsOf } from '../../src/settings/table.ts'
import { root } from '../docs/pages.ts'

/** What the clients pass on to `fit`: the flag, whether it takes nothing, a value, or values by name, the words that it knows, and what the parameter is called. */
const rows = Object.values(settingsOf('fit')).flatMap(({ clients, ...setting }) =>
  clients
    ? [
        `{ "flag": "${longFlag(setting)}", "takes": "${takes(setting.flag)}", "words": ${list(setting.value.words)}, "python": "${clients.python}", "r": "${clients.r}" }`,
      ]
    : [],
)
function takes(flag: string): string {
  if (!flag.includes('<')) return 'nothing'
  return flag.includes('=') ? 'names' : 'value'
}

function list(words: readonly string[] = []): string {
  return `[${words.map((word) => JSON.stringify(word)).join(', ')}]`
}
const text = `[\n  ${rows.join(',\n  ')}\n]\n`

describe('settings.json of the clients (UPDATE_CLIENTS=1 writes it anew)', () => {
  it.each(['clients/python/src/manyview/settings.json', 'clients/r/inst/settings.json'])(
    '%s has the flags of the table of settings',
    (path) => {
      if (process.env.UPDATE_CLIENTS) writeFileSync(`${root}/${path}`, text)
      expect(readFileSync(`${root}/${path}`, 'utf8')).toBe(text)
    },
  )
})
