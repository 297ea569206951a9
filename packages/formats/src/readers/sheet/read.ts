import type { ByteSource } from '../../bytes/byte-source.ts'
import type { Contents } from '../read-source.ts'
import { readOds } from './ods.ts'
import { workbookContents } from './workbook.ts'
import { readXlsx } from './xlsx.ts'

/** The tables of a spreadsheet, one for each sheet with numbers. */
export async function readSheets(
  file: ByteSource,
  format: 'xlsx' | 'ods',
  keepText: (name: string) => boolean,
): Promise<Contents[]> {
  return workbookContents(file, await (format === 'xlsx' ? readXlsx : readOds)(file), keepText)
}
