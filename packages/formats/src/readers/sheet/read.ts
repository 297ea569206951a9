import { badFile } from '../../bytes/bad-file.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { MemoryBudget } from '../../bytes/memory-budget.ts'
import { openZip, type ZipMember } from '../archive/zip.ts'
import type { Contents } from '../read-source.ts'
import { type Cell, SheetGrid, type Workbook, workbookContents } from './workbook.ts'
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
      const cell = type === '' ? null : (value ?? text.trim())
      for (let i = 0; i < times && cell !== null && cell !== ''; i++) grid?.put(end.column + i, cell)
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

const milliseconds = 86_400_000
const mostSheets = 1000

/** Reads the visible sheets of an Excel workbook (.xlsx, .xlsm): numbers, text, truth values, dates by the format of the cell, and the stored values of formulas. Source: ECMA-376. */
export async function readXlsx(source: ByteSource): Promise<Workbook> {
  const file = source.name
  const members = new Map((await openZip(source)).map((member) => [member.name, member]))
  const budget = new MemoryBudget(source)
  const scan = async (name: string, events: Parameters<typeof scanMember>[2]) => {
    const member = members.get(name)
    if (member) await scanMember(file, member, events)
  }
  if (!members.has('xl/workbook.xml')) throw badFile(file, 'is no Excel workbook, save it again as .xlsx')
  const targets = new Map<string, string>()
  await scan('xl/_rels/workbook.xml.rels', {
    open(name, attributes) {
      if (name === 'Relationship') targets.set(attributes('Id'), attributes('Target'))
    },
  })
  const sheets: { name: string; path: string }[] = []
  const hidden: string[] = []
  let origin = Date.UTC(1899, 11, 30)
  await scan('xl/workbook.xml', {
    open(name, attributes) {
      if (name === 'workbookPr' && /^(1|true)$/.test(attributes('date1904'))) origin = Date.UTC(1904, 0, 1)
      if (name !== 'sheet' || sheets.length >= mostSheets) return
      const target = targets.get(attributes('r:id') || attributes('id')) ?? ''
      const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`
      if (/^(hidden|veryHidden)$/.test(attributes('state'))) hidden.push(attributes('name'))
      else sheets.push({ name: attributes('name'), path })
    },
  })
  const texts = await sharedTexts()
  const dates = await dateStyles()
  const grids: SheetGrid[] = []
  for (const { name, path } of sheets) {
    const member = members.get(path)
    if (member) grids.push(await readSheet(member, name))
  }
  return { grids, hidden }

  async function sharedTexts(): Promise<string[]> {
    const strings: string[] = []
    let current = ''
    let [inText, phonetic] = [false, false]
    await scan('xl/sharedStrings.xml', {
      open(name) {
        if (name === 'si') current = ''
        inText = name === 't'
        if (name === 'rPh') phonetic = true
      },
      text(text) {
        if (inText && !phonetic) current += text
      },
      close(name) {
        if (name === 't') inText = false
        if (name === 'rPh') phonetic = false
        if (name !== 'si') return
        budget.claim(8 + current.length, 'its text')
        strings.push(current)
      },
    })
    return strings
  }

  /** One flag per style of a cell: its numbers are dates. */
  async function dateStyles(): Promise<boolean[]> {
    const formats = new Map<string, string>()
    const isDate: boolean[] = []
    let inCells = false
    await scan('xl/styles.xml', {
      open(name, attributes) {
        if (name === 'numFmt') formats.set(attributes('numFmtId'), attributes('formatCode'))
        if (name === 'cellXfs') inCells = true
        if (name === 'xf' && inCells) isDate.push(isDateFormat(attributes('numFmtId'), formats))
      },
      close(name) {
        if (name === 'cellXfs') inCells = false
      },
    })
    return isDate
  }

  async function readSheet(member: ZipMember, sheet: string): Promise<SheetGrid> {
    const grid = new SheetGrid(file, sheet, budget)
    let [column, type, style, content, isValue, formula] = [-1, '', 0, '', false, false]
    await scanMember(file, member, {
      open(name, attributes) {
        if (name === 'c') {
          column = columnOf(attributes, column)
          ;[type, style, content, formula] = [attributes('t'), Number(attributes('s')), '', false]
        }
        if (name === 'f') formula = true
        isValue = name === 'v' || name === 't'
      },
      text(text) {
        if (isValue) content += text
      },
      close(name) {
        if (name === 'v' || name === 't') isValue = false
        if (name === 'row') {
          grid.endRow()
          column = -1
        }
        if (name !== 'c') return
        if (formula && content === '') grid.uncomputed++
        grid.put(column, cellValue(type, content, style))
      },
    })
    return grid
  }

  function cellValue(type: string, content: string, style: number): Cell {
    if (content === '') return null
    if (type === 's') {
      const text = texts[Number(content)]
      if (text === undefined) throw badFile(file, `names text ${content} of ${texts.length}, get the file again`)
      return text
    }
    if (type === 'b') return content === '1'
    if (type === 'd') return new Date(content)
    if (type !== '' && type !== 'n') return content
    const number = Number(content)
    return dates[style] ? new Date(origin + Math.round(number * milliseconds)) : number
  }
}

/** The column of a cell from 0: that of its reference (`C7`), else the next one. */
function columnOf(attributes: XmlAttributes, before: number): number {
  const letters = /^[A-Z]{1,3}/.exec(attributes('r'))?.[0]
  if (!letters) return before + 1
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function isDateFormat(id: string, formats: Map<string, string>): boolean {
  const number = Number(id)
  const code = formats.get(id)
  if (code === undefined)
    return (
      (number >= 14 && number <= 22) ||
      (number >= 27 && number <= 36) ||
      (number >= 45 && number <= 58 && number !== 48 && number !== 49)
    )
  const bare = code.slice(0, 1000).replace(/"[^"]*"|\\.|_.|\[(?!h|m|s)[^\]]*\]/gi, '')
  return /[ymdhs]/i.test(bare) && !/[#0?]/.test(bare.replace(/\.0+/g, ''))
}
