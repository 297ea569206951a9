import { counted } from '@manyview/core/words'
import { isPictureName } from '@manyview/formats'

/** What several files are called together: up to three by their names, those of one folder by it, others of one kind by how many there are. */
export function filesName(paths: readonly string[]): string {
  const names = paths.map((path) => path.split(/[\\/]/).at(-1)!)
  if (names.length <= 3) return names.join(', ')
  const folders = new Set(paths.map((path) => path.split(/[\\/]/).slice(0, -1)[0] ?? ''))
  const [folder] = folders
  if (folder !== '' && folders.size === 1) return `${folder} (${counted(names.length, 'file')})`
  if (names.every(isPictureName)) return counted(names.length, 'picture')
  return `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`
}
