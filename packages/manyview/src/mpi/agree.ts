import { InputError } from '@manyview/core'
import type { Ranks } from '@manyview/core/runtime'
import { allTexts, type ByteSource } from '@manyview/formats'
import { checksum } from '../files/checksum.ts'
import { settingsOf } from '../settings/table.ts'
import { version } from '../version.ts'

/** Files up to this size are compared byte by byte, of longer ones this many bytes in `pieces` pieces. */
const compared = 1 << 26
const pieces = 64

/** Ends the job with one message, before any work, where ranks were started with other settings or other versions of Manyview. */
export function agreeOnSettings(ranks: Ranks, command: string, settings: object): void {
  const table = settingsOf(command)
  const shared = Object.entries(settings).filter(([name]) => !table[name]?.perProcess)
  agree(ranks, [['version of Manyview', version], ...shared], 'start all ranks with the same command')
}

/** Ends the job with one message where ranks opened different files, by their sizes and SHA-256. */
export async function agreeOnFiles(ranks: Ranks, sources: readonly ByteSource[]): Promise<void> {
  if (ranks.size === 1) return
  const prints: [string, string][] = []
  for (const source of sources) prints.push([source.name, await fingerprint(source)])
  agree(ranks, prints, 'give all ranks the same files')
}

function agree(ranks: Ranks, facts: readonly (readonly [string, unknown])[], wayOut: string): void {
  const ownFacts = new Map(facts.filter(([, value]) => value !== undefined).map(([name, value]) => [name, text(value)]))
  const all = allTexts(ranks, [JSON.stringify([...ownFacts])]).map(
    (facts) => new Map<string, string>(JSON.parse(facts)),
  )
  const [first] = all
  for (const [rank, other] of all.entries())
    for (const name of new Set([...first.keys(), ...other.keys()])) {
      if (other.get(name) === first.get(name)) continue
      // All ranks see it, and the first says it: it ends the job while the others wait here.
      if (ranks.rank > 0) ranks.barrier()
      const [there, here] = [other, first].map((facts) => facts.get(name) ?? 'absent')
      throw new InputError(`${name} is ${there} on rank ${rank} but ${here} on rank 0, ${wayOut}`, {
        code: 'ranks-differ',
        argument: 'ranks',
        details: { rank, name },
      })
    }
}

/** JSON in which the order of an object's entries does not matter. */
function text(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))
      : part,
  )
}

async function fingerprint(source: ByteSource): Promise<string> {
  const { byteLength } = source
  if (byteLength <= compared) return `${byteLength} bytes, SHA-256 ${await checksum(source)}`
  const length = compared / pieces
  const parts = { ...source, byteLength: compared, slice }
  return `${byteLength} bytes, SHA-256 of parts ${await checksum(parts)}`

  /** Pieces of the file, from its first to its last bytes, as if they stood one after the other. */
  async function slice(start: number, end = compared): Promise<Uint8Array> {
    const bytes = new Uint8Array(end - start)
    for (let at = start; at < end; at += length) {
      const begin = Math.round(((byteLength - length) * (at / length)) / (pieces - 1))
      bytes.set(await source.slice(begin, begin + length), at - start)
    }
    return bytes
  }
}
