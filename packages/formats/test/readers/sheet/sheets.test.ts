import type { DenseView } from '@manyview/core'
import { bytesSource, readDataset } from '@manyview/formats'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'

/** A workbook of rows of cells in XML, one list per sheet. */
function workbook(sheets: Record<string, string[]>, hidden: string[] = []): Uint8Array {
  const names = Object.keys(sheets)
  const list = names.map(
    (name, i) => `<sheet name="${name}" r:id="r${i}"${hidden.includes(name) ? ' state="hidden"' : ''}/>`,
  )
  const links = names.map((_, i) => `<Relationship Id="r${i}" Target="worksheets/s${i}.xml"/>`)
  const files: Record<string, Uint8Array> = {
    'xl/workbook.xml': strToU8(`<workbook><sheets>${list.join('')}</sheets></workbook>`),
    'xl/_rels/workbook.xml.rels': strToU8(`<Relationships>${links.join('')}</Relationships>`),
  }
  names.forEach((name, i) => {
    const rows = sheets[name].map((cells) => `<row>${cells}</row>`)
    files[`xl/worksheets/s${i}.xml`] = strToU8(`<x:worksheet><sheetData>${rows.join('')}</sheetData></x:worksheet>`)
  })
  return zipSync(files)
}

const text = (...words: string[]) => words.map((word) => `<c t="inlineStr"><is><t>${word}</t></is></c>`).join('')
const numbers = (...values: (number | string)[]) => values.map((value) => `<c><v>${value}</v></c>`).join('')
const read = (bytes: Uint8Array) => readDataset([bytesSource('book.xlsx', bytes)])
const data = (found: Awaited<ReturnType<typeof read>>) => Array.from((found.views[0].view as DenseView).data)

describe('sheets', () => {
  it('titles above the table, hidden sheets and sheets of text are left out and named', async () => {
    const found = await read(
      workbook(
        {
          Table: [text('Spring run'), text('x', 'y', 'z'), numbers(1, 2, 3), numbers(4, 5, 6), numbers(7, 8, 9)],
          Notes: [text('who', 'what'), text('Ann', 'wrote'), text('Bob', 'read')],
          Secret: [numbers(1, 2)],
        },
        ['Secret'],
      ),
    )
    expect([found.views.map(({ name }) => name), data(found)]).toEqual([['book'], [1, 2, 3, 4, 5, 6, 7, 8, 9]])
    expect(found.warnings).toEqual([
      'book: 1 row above the table left out: Spring run',
      'book: sheets left out, hidden or without numbers: Notes, Secret',
    ])
  })

  it('two header rows are refused with the sheet and the words', async () => {
    const book = workbook({
      Data: [text('weight', 'height'), text('kg', 'cm'), numbers(1, 2), numbers(3, 4), numbers(5, 6)],
    })
    await expect(read(book)).rejects.toThrow(
      'book.xlsx, sheet "Data": has two header rows (row 1 below the header holds "kg", "cm" over columns of numbers)',
    )
  })

  it('errors and words among numbers are missing values, formulas without values are counted', async () => {
    const cells = Array.from({ length: 20 }, (_, i) => numbers(i % 7, (i * i) % 5))
    cells[3] = '<c t="e"><v>#DIV/0!</v></c><c><f>A1*2</f></c>'
    const found = await read(workbook({ S: [text('x', 'y'), ...cells] }))
    expect(data(found).flatMap((value, p) => (Number.isNaN(value) ? [p] : []))).toEqual([6, 7])
    expect(found.warnings.join('\n')).toContain('"#DIV/0!" in row 4, column x')
    expect(found.warnings.join('\n')).toContain('1 formula has no stored value and counts as missing')
  })

  it('references place cells, entities are undone, and a cell beyond the last column is refused', async () => {
    const found = await read(
      workbook({ S: [text('a&amp;b', 'c', 'd'), '<c r="C2"><v>3</v></c>', numbers(4, 5, 6), numbers(1, 2, 3)] }),
    )
    expect(found.views[0].featureNames).toEqual(['a&b', 'c', 'd'])
    expect(data(found).slice(0, 3)).toEqual([NaN, NaN, 3])
    // Once, though the sheet is compressed: what unpacks it adds no words of its own.
    await expect(read(workbook({ S: ['<c r="XFE1"><v>3</v></c>'] }))).rejects.toThrow(
      /^[\w.]+: sheet "S" has a cell in column 16385 \(largest 16384\), get the file again$/,
    )
  })

  it('a tag that never ends and a text that is not there are refused', async () => {
    await expect(read(workbook({ S: ['<c t="s"><v>7</v></c>'] }))).rejects.toThrow('names text 7 of 0')
    const broken = zipSync({ 'xl/workbook.xml': strToU8('<workbook><sheets') })
    await expect(read(broken)).rejects.toThrow('has damaged XML in xl/workbook.xml (a tag without an end)')
  })
})
