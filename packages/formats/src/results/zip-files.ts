import { type Zippable, zipSync } from 'fflate'

/** The bytes of a zip archive of some files, by name (`figures/map.svg` is in a folder): the same files give the same bytes. O(bytes). */
export function zipFiles(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const encoder = new TextEncoder()
  const members: Zippable = {}
  for (const [name, content] of Object.entries(files))
    members[name] = typeof content === 'string' ? encoder.encode(content) : content
  // The time of the archive would change its bytes; this is the earliest that zip knows.
  return zipSync(members, { mtime: new Date(1980, 0, 1), level: 6 })
}
