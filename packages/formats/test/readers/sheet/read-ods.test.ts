import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { bytesSource } from '../../../src/bytes/byte-source.ts'
import { readOds } from '../../../src/readers/sheet/read.ts'

const number = (value: number, more = '') => `<table-cell value-type="float" value="${value}"${more}/>`
const words = (...paragraphs: string[]) =>
  `<table-cell value-type="string">${paragraphs.map((text) => `<text:p>${text}</text:p>`).join('')}</table-cell>`
const row = (cells: string, more = '') => `<table-row${more}>${cells}</table-row>`

async function sheets(content: string) {
  const file = zipSync({ 'content.xml': strToU8(`<office:spreadsheet>${content}</office:spreadsheet>`) })
  const { grids, hidden } = await readOds(bytesSource('book.ods', file))
  expect(hidden).toEqual([])
  return grids.map(({ name, rows, columns }) => ({
    name,
    rows: Array.from({ length: rows }, (_, i) => columns.map((cells) => cells[i] ?? null)),
  }))
}

describe('a sheet of OpenDocument', () => {
  it('has numbers, amounts, shares, truth values, dates and texts, whatever they look like on the page', async () => {
    const typed = [
      '<table-cell value-type="percentage" value="0.25"><text:p>25 %</text:p></table-cell>',
      '<table-cell value-type="currency" value="3.5"><text:p>3.50 €</text:p></table-cell>',
      '<table-cell value-type="boolean" boolean-value="true"><text:p>WAHR</text:p></table-cell>',
      '<table-cell value-type="boolean" boolean-value="false"><text:p>FALSCH</text:p></table-cell>',
      '<table-cell value-type="date" date-value="2026-03-01"><text:p>1. März</text:p></table-cell>',
    ]
    expect(await sheets(`<table name="S">${row(number(1.5) + typed.join('') + words(' a b '))}</table>`)).toEqual([
      { name: 'S', rows: [[1.5, 0.25, 3.5, true, false, new Date('2026-03-01'), 'a b']] },
    ])
  })

  it('has the paragraphs of a cell with a space between, and none before the first', async () => {
    expect(
      await sheets(`<table name="S">${row(words('one', 'two', 'three') + number(7) + words('four'))}</table>`),
    ).toEqual([{ name: 'S', rows: [['one two three', 7, 'four']] }])
  })

  it('repeats cells and rows as often as it says, and counts the cells that others cover', async () => {
    const cells =
      number(1, ' number-columns-repeated="3"') +
      '<covered-table-cell number-columns-repeated="2"/>' +
      words('') +
      number(9)
    expect(await sheets(`<table name="S">${row(cells, ' number-rows-repeated="2"')}${row(number(4))}</table>`)).toEqual(
      [
        {
          name: 'S',
          rows: [
            [1, 1, 1, null, null, null, 9],
            [1, 1, 1, null, null, null, 9],
            [4, null, null, null, null, null, null],
          ],
        },
      ],
    )
  })

  it('stands beside others, and what is outside of cells and sheets is no part of any', async () => {
    const outside = row(number(99))
    const annotated = `<table-cell value-type="float" value="5"/>loose words`
    expect(
      await sheets(
        `<table name="A">${row(annotated + words('x'))}</table>${outside}<table name="B">${row(number(6))}</table>`,
      ),
    ).toEqual([
      { name: 'A', rows: [[5, 'x']] },
      { name: 'B', rows: [[6]] },
    ])
  })

  it('is refused where there is none', async () => {
    await expect(readOds(bytesSource('book.ods', zipSync({ 'styles.xml': strToU8('<a/>') })))).rejects.toThrow(
      'book.ods: is no OpenDocument spreadsheet, save it again as .ods',
    )
  })
})
