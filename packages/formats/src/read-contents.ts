import { openArchive } from './archive/open-archive.ts'
import { badFile } from './bytes/bad-file.ts'
import type { ByteSource } from './bytes/byte-source.ts'
import { rContents } from './r/r-contents.ts'
import { type Contents, readAs, type SourceOptions } from './read-source.ts'
import { readOds } from './sheet/read-ods.ts'
import { readXlsx } from './sheet/read-xlsx.ts'
import { workbookContents } from './sheet/workbook.ts'
import { findTenX, readTenXFolder } from './tenx/read-tenx-folder.ts'
import { unpack } from './unpack.ts'

/** Reads files of any format that we know: archives as the files they hold, the sheets of spreadsheets, and files that only make sense together (10x Genomics). */
export async function readContents(sources: readonly ByteSource[], options: SourceOptions): Promise<Contents[]> {
  return readAll(sources, options, false)
}

async function readAll(sources: readonly ByteSource[], options: SourceOptions, within: boolean): Promise<Contents[]> {
  const { folders, others } = findTenX(sources)
  const contents: Contents[] = []
  for (const folder of folders) contents.push(await readTenXFolder(folder))
  for (const source of others) contents.push(...(await readFile(source, options, within)))
  return contents
}

async function readFile(source: ByteSource, options: SourceOptions, within: boolean): Promise<Contents[]> {
  const { file, format } = await unpack(source)
  switch (format) {
    case 'zip':
    case 'tar':
      if (within) throw badFile(source.name, 'is an archive within an archive, unpack it once')
      return readAll(await openArchive(file, format), options, true)
    case 'xlsx':
      return workbookContents(file, await readXlsx(file), options.keepText)
    case 'ods':
      return workbookContents(file, await readOds(file), options.keepText)
    case 'r':
      return rContents(file, options.keepText)
    default:
      return [await readAs(format, file, options)]
  }
}
