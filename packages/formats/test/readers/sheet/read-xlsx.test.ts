import { bytesSource } from '@manyview/formats'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readXlsx } from '../../../src/readers/sheet/read.ts'

const relation = (id: string, target: string) => `<Relationship Id="${id}" Target="${target}"/>`
const one = {
  'xl/workbook.xml': '<workbook><sheets><sheet name="S" r:id="r1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': relation('r1', 'worksheets/s.xml'),
}
/** The workbook of these parts. */
const open = (parts: Record<string, string>) =>
  readXlsx(
    bytesSource(
      'b.xlsx',
      zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))),
    ),
  )
/** The columns of a workbook with one sheet of these rows. */
async function columns(rows: string, more: Record<string, string> = {}) {
  const { grids } = await open({ ...one, 'xl/worksheets/s.xml': `<sheetData>${rows}</sheetData>`, ...more })
  return grids[0].columns
}

describe('readXlsx(source), cells', () => {
  it('has numbers, truth values, texts in place, errors as text, and nothing for empty cells', async () => {
    const row = [
      '<c><v>1.5</v></c><c t="n"><v>-2e3</v></c><c t="b"><v>1</v></c><c t="b"><v>0</v></c>',
      '<c t="str"><f>A1</f><v>word</v></c><c t="inlineStr"><is><r><t>two </t></r><r><t>parts</t></r></is></c>',
      '<c t="e"><v>#N/A</v></c><c/><c><v></v></c><c t="d"><v>2024-01-05T00:00:00Z</v></c>',
    ]
    expect(await columns(`<row>${row.join('')}</row>`)).toEqual([
      [1.5],
      [-2000],
      [true],
      [false],
      ['word'],
      ['two parts'],
      ['#N/A'],
      [],
      [],
      [new Date(Date.UTC(2024, 0, 5))],
    ])
  })

  it('puts cells into the columns that they name, and each row anew', async () => {
    const found = await columns(
      '<row><c r="B1"><v>1</v></c><c><v>2</v></c></row><row></row><row><c><v>3</v></c><c r="AA9"><v>4</v></c></row>',
    )
    expect(found).toHaveLength(27)
    expect(found.flatMap((cells, j) => (cells.length > 0 ? [[j, cells]] : []))).toEqual([
      [0, [null, 3]],
      [1, [1]],
      [2, [2]],
      [26, [null, 4]],
    ])
  })

  it('takes shared texts without what is only said of their sound', async () => {
    const texts =
      '<sst><si><t>plain</t></si><si><r><t>rich </t></r><x>no</x><r><t>text</t></r></si><si><t>東京</t><rPh sb="0"><t>とうきょう</t></rPh><t>!</t></si></sst>'
    const cells = [0, 1, 2].map((i) => `<c t="s"><v>${i}</v></c>`).join('')
    expect(await columns(`<row>${cells}</row>`, { 'xl/sharedStrings.xml': texts })).toEqual([
      ['plain'],
      ['rich text'],
      ['東京!'],
    ])
    await expect(columns('<row><c t="s"><v>3</v></c></row>', { 'xl/sharedStrings.xml': texts })).rejects.toThrow(
      'b.xlsx: names text 3 of 3, get the file again',
    )
  })

  it('counts formulas without a value', async () => {
    const rows = '<row><c><f>A1</f></c><c><f>A1</f><v>3</v></c><c><v>1</v></c></row>'
    const { grids } = await open({ ...one, 'xl/worksheets/s.xml': rows })
    expect(grids[0].uncomputed).toBe(1)
    expect(grids[0].columns).toEqual([[], [3], [1]])
  })
})

describe('readXlsx(source), dates', () => {
  /** Cells of number 1.5, one per format. */
  const styled = (formats: [id: number, code?: string][], workbook = {}) => {
    const codes = formats.flatMap(([id, code]) => (code ? `<numFmt numFmtId="${id}" formatCode="${code}"/>` : []))
    const styles = `<styleSheet><numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${formats.map(([id]) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs><cellStyles><xf numFmtId="14"/></cellStyles></styleSheet>`
    const cells = formats.map((_, i) => `<c s="${i}"><v>1.5</v></c>`).join('')
    return columns(`<row>${cells}</row>`, { 'xl/styles.xml': styles, ...workbook })
  }
  const areDates = async (...formats: [id: number, code?: string][]) =>
    (await styled(formats)).map(([cell]) => cell instanceof Date)

  it('are numbers of days since 1899 or, where the workbook says so, since 1904', async () => {
    expect(await styled([[14]])).toEqual([[new Date(Date.UTC(1899, 11, 31, 12))]])
    for (const [value, origin] of [
      ['1', Date.UTC(1904, 0, 2, 12)],
      ['true', Date.UTC(1904, 0, 2, 12)],
      ['0', Date.UTC(1899, 11, 31, 12)],
    ]) {
      const book = one['xl/workbook.xml'].replace('<sheets>', `<workbookPr date1904="${value}"/><sheets>`)
      expect(await styled([[14]], { 'xl/workbook.xml': book })).toEqual([[new Date(origin)]])
    }
  })

  it('are told by the number of a format', async () => {
    const dates = [14, 22, 27, 36, 45, 47, 50, 58]
    expect(await areDates(...dates.map((id): [number] => [id]))).toEqual(dates.map(() => true))
    const others = [0, 2, 13, 23, 26, 37, 44, 48, 49, 59]
    expect(await areDates(...others.map((id): [number] => [id]))).toEqual(others.map(() => false))
  })

  it('are told by the code of a format of their own', async () => {
    expect(
      await areDates(
        [164, 'yyyy-mm-dd'],
        [165, '[h]:mm:ss.000'],
        [166, '[Red]0.00'],
        [167, '0.0 &quot;days&quot;'],
        [168, '#,##0'],
        [169, '[$-409]d\\ mmm'],
        [14, '0.00'],
      ),
    ).toEqual([true, true, false, false, false, true, false])
  })
})

describe('readXlsx(source), sheets', () => {
  const sheet = (name: string, id: string, more = '') => `<sheet name="${name}" ${id}${more}/>`
  const data = '<row><c><v>1</v></c></row>'

  it('are found by their relations, hidden ones are only named, and those without a part left out', async () => {
    const book = await open({
      'xl/workbook.xml': [
        sheet('one', 'r:id="a"'),
        sheet('two', 'r:id="b"'),
        sheet('out', 'r:id="c"', ' state="hidden"'),
        sheet('far out', 'r:id="a"', ' state="veryHidden"'),
        sheet('seen', 'id="a"', ' state="visible"'),
        sheet('gone', 'r:id="z"'),
      ].join(''),
      'xl/_rels/workbook.xml.rels': relation('a', 'w/1.xml') + relation('b', '/xl/w/2.xml') + relation('c', 'w/3.xml'),
      'xl/w/1.xml': data,
      'xl/w/2.xml': data.replace('1', '2'),
      'xl/w/3.xml': data,
    })
    expect(book.grids.map(({ name, columns: [cells] }) => [name, cells])).toEqual([
      ['one', [1]],
      ['two', [2]],
      ['seen', [1]],
    ])
    expect(book.hidden).toEqual(['out', 'far out'])
  })

  it('are read up to a thousand', async () => {
    const many = Array.from({ length: 1003 }, (_, i) => sheet(`s${i}`, 'r:id="a"')).join('')
    const { grids } = await open({
      'xl/workbook.xml': many,
      'xl/_rels/workbook.xml.rels': relation('a', '1.xml'),
      'xl/1.xml': data,
    })
    expect(grids).toHaveLength(1000)
  })

  it('need a workbook', async () => {
    await expect(open({ 'xl/other.xml': data })).rejects.toThrow('b.xlsx: is no Excel workbook, save it again as .xlsx')
  })
})
