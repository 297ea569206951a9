import { badFile } from '../../bytes/bad-file.ts'
import { type ByteSource, bytesSource } from '../../bytes/byte-source.ts'
import { thingsAmong } from '../../things/thing-names.ts'
import { isDataFile, isManifest } from './data-files.ts'
import { openTar } from './tar.ts'
import { openZip } from './zip.ts'

/** The data files and the manifest of a zip or tar archive, each under the archive's name and its own, as a folder of them would be read; archives within are refused. */
export async function openArchive(source: ByteSource, format: 'zip' | 'tar'): Promise<ByteSource[]> {
  const members = format === 'zip' ? await openZip(source) : await openTar(source)
  const names = members.map(({ name }) => name)
  const within = names.find((name) => /\.(zip|tar|tgz|tar\.(gz|bz2|xz|zst))$/i.test(name))
  if (within) throw badFile(source.name, `holds another archive (${within}), unpack it once`)
  // A manifest names what is to be read; without one, things are read where there are any.
  const things = new Set(names.some(isManifest) ? [] : thingsAmong(names))
  const isWanted = (name: string) => (things.size > 0 ? things.has(name) : isDataFile(name) || isManifest(name))
  const found = members.filter(({ name }) => isWanted(name))
  if (found.every(({ name }) => isManifest(name)))
    throw badFile(source.name, `holds no data file (${names.slice(0, 10).join(', ') || 'nothing'}), give at least one`)
  const sources: ByteSource[] = []
  for (const member of found) {
    const unpacked = 'read' in member ? bytesSource(`${source.name}/${member.name}`, await member.read()) : member
    sources.push({ ...unpacked, pause: source.pause })
    await source.pause?.()
  }
  return sources.sort((a, b) => (a.name < b.name ? -1 : 1))
}
