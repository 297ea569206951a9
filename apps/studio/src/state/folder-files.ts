import { isDataFile, isDocumentName, isPictureName, thingsAmong } from '@manyview/formats'

/** The files of a folder that was picked, under their paths. */
export function pickedFolder(files: FileList | null): File[] {
  return [...(files ?? [])].map((file) => withPath(file, file.webkitRelativePath || file.name))
}

/** The files that were dropped; folders among them are opened, and what is data or a text or a picture is taken. To be called while the event lasts. */
export async function droppedFiles(transfer: DataTransfer | null): Promise<File[]> {
  const plain = [...(transfer?.files ?? [])]
  const entries = [...(transfer?.items ?? [])].map((item) => item.webkitGetAsEntry?.() ?? null)
  const folders = entries.filter((entry): entry is FileSystemDirectoryEntry => entry?.isDirectory === true)
  if (folders.length === 0) return plain
  const names = new Set(folders.map(({ name }) => name))
  const within = await Promise.all(folders.map(async (folder) => readable(await filesIn(folder))))
  return [...plain.filter(({ name }) => !names.has(name)), ...within.flat()]
}

/** What a folder holds to be read: its tables, with the pictures that they may name, else its pictures or its texts. */
export function readable(files: readonly File[]): File[] {
  const names = files.map(({ name }) => name)
  const tables = names.filter((name) => isDataFile(name) && !isDocumentName(name))
  const taken = new Set(tables.length > 0 ? [...tables, ...names.filter(isPictureName)] : thingsAmong(names))
  return files.filter(({ name }) => taken.has(name))
}

/** A file called by its path. */
export function withPath(file: File, path: string): File {
  return path === file.name ? file : new File([file], path, { lastModified: file.lastModified, type: file.type })
}

async function filesIn(folder: FileSystemDirectoryEntry): Promise<File[]> {
  const files: File[] = []
  for (const entry of await entriesOf(folder)) {
    if (entry.isDirectory) files.push(...(await filesIn(entry as FileSystemDirectoryEntry)))
    else {
      const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
      files.push(withPath(file, entry.fullPath.slice(1)))
    }
  }
  return files
}

/** A browser gives the entries of a folder in parts, and an empty part at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (part.length === 0) return all
    all.push(...part)
  }
}
