import { badFile } from '../bytes/bad-file.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import { unpack } from '../bytes/unpack.ts'
import { findByManifest } from '../dataset/find-views.ts'
import { parseManifest } from '../dataset/manifest.ts'
import { findingsOfThings, findThingFiles } from '../things/thing-files.ts'
import { isManifest } from './archive/data-files.ts'
import { type Contents, readAs, type SourceOptions } from './read-source.ts'
import { findTenX, readTenXFolder } from './tenx/folder.ts'

/** Reads one file of any format that we know: an archive as the files it holds, a table per sheet of a spreadsheet, the objects of an R file. */
export async function readContents(source: ByteSource, options: SourceOptions): Promise<Contents[]> {
  return readFile(source, options, false)
}

async function readFile(source: ByteSource, options: SourceOptions, within: boolean): Promise<Contents[]> {
  const { file, format } = await unpack(source)
  switch (format) {
    case 'zip':
    case 'tar': {
      if (within) throw badFile(source.name, 'is an archive within an archive, unpack it once')
      const { openArchive } = await import('./archive/read.ts')
      return readMembers(await openArchive(file, format), { ...options, outline: false })
    }
    case 'xlsx':
    case 'ods': {
      const { readSheets } = await import('./sheet/read.ts')
      return readSheets(file, format, options.keepText)
    }
    case 'r': {
      const { rContents } = await import('./r/read.ts')
      return rContents(file, options.keepText)
    }
    default:
      return [await readAs(format, file, options)]
  }
}

/** Members are in memory as they are, so that nothing of them is left for later. */
async function readMembers(members: readonly ByteSource[], options: SourceOptions): Promise<Contents[]> {
  const manifest = members.find(({ name }) => isManifest(name))
  if (manifest) return [await readByManifest(manifest, members)]
  const things = options.things ? await findThingFiles(members, options.things) : null
  if (things) return [{ source: things.files[0].name, kind: 'findings', findings: findingsOfThings(things) }]
  const { folders, others } = findTenX(members)
  const contents: Contents[] = []
  for (const folder of folders) contents.push(await readTenXFolder(folder))
  for (const member of others) contents.push(...(await readFile(member, options, true)))
  return contents
}

/** What the manifest of an archive names, by paths from the folder that it lies in. */
async function readByManifest(itself: ByteSource, members: readonly ByteSource[]): Promise<Contents> {
  const folder = itself.name.slice(0, -'views.json'.length)
  const manifest = parseManifest(itself.name, new TextDecoder().decode(await itself.slice(0)))
  const beside = members.filter(({ name }) => name.startsWith(folder))
  const named = beside.map((member) => ({ ...member, name: member.name.slice(folder.length) }))
  const read = (member: ByteSource, options: SourceOptions) => readFile(member, options, true)
  const findings = await findByManifest(manifest, named, read)
  return { source: itself.name, kind: 'findings', findings, manifest: true }
}
