import { badFile } from '../../bytes/bad-file.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { MemoryBudget } from '../../bytes/memory-budget.ts'
import { openZip } from '../archive/zip.ts'
import type { Contents } from '../read-source.ts'
import { type Cell, SheetGrid, type Workbook, workbookContents } from './workbook.ts'
import { readXlsx } from './xlsx.ts'
import { scanMember, type XmlAttributes } from './xml.ts'

/** The tables of a spreadsheet, one for each sheet with numbers. */
export async function readSheets(
  file: ByteSource,
  format: 'xlsx' | 'ods',
  keepText: (name: string) => boolean,
): Promise<Contents[]> {
  return workbookContents(file, await (format === 'xlsx' ? readXlsx : readOds)(file), keepText)
}

/** Reads the sheets of an OpenDocument spreadsheet (.ods): numbers, text, truth values, dates and the stored values of formulas. Source: OpenDocument 1.3. */
export async function readOds(source: ByteSource): Promise<Workbook> {
  const content = (await openZip(source)).find(({ name }) => name === 'content.xml')
  if (!content) throw badFile(source.name, 'is no OpenDocument spreadsheet, save it again as .ods')
  const budget = new MemoryBudget(source)
  const grids: SheetGrid[] = []
  const end = { column: 0, row: 1 }
  let grid: SheetGrid | null = null
  let value: Cell = null
  let [type, text, times, inCell] = ['', '', 1, false]
  await scanMember(source.name, content, {
    open(name, attributes) {
      if (name === 'table') grids.push((grid = new SheetGrid(source.name, attributes('name'), budget)))
      if (name === 'table-row') [end.column, end.row] = [0, repeats(attributes, 'number-rows-repeated')]
      if (name === 'p' && text !== '') text += ' '
      if (name !== 'table-cell' && name !== 'covered-table-cell') return
      ;[type, text, inCell] = [attributes('value-type'), '', true]
      times = repeats(attributes, 'number-columns-repeated')
      value = typedValue(type, attributes)
    },
    text(piece) {
      if (inCell) text += piece
    },
    close(name) {
      if (name === 'table') grid = null
      if (name === 'table-row') grid?.endRow(end.row)
      if (name !== 'table-cell' && name !== 'covered-table-cell') return
      inCell = false
      const found = type === '' ? null : (value ?? text.trim())
      for (let i = 0; i < times && found !== null && found !== ''; i++) grid?.put(end.column + i, found)
      end.column += times
    },
  })
  return { grids, hidden: [] }
}

function repeats(attributes: XmlAttributes, name: string): number {
  return Math.max(1, Math.floor(Number(attributes(name)) || 1))
}

/** The value that the attributes give; null where the text is the value. */
function typedValue(type: string, attributes: XmlAttributes): Cell {
  if (type === 'float' || type === 'percentage' || type === 'currency') return Number(attributes('value'))
  if (type === 'boolean') return attributes('boolean-value') === 'true'
  if (type === 'date') return new Date(attributes('date-value'))
  return null
}
