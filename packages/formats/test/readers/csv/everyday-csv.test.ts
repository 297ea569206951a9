import type { DenseView } from '@manyview/core'
import { bytesSource, type Dataset, readDataset } from '@manyview/formats'
import { describe, expect, it } from 'vitest'

const read = (text: string | Uint8Array, name = 'a.csv') =>
  readDataset([bytesSource(name, typeof text === 'string' ? new TextEncoder().encode(text) : text)])
const numbers = ({ views }: Dataset, v = 0) => Array.from((views[v].view as DenseView).data)
const table = (rows: number, row: (i: number) => string, header = 'a,b') =>
  `${header}\n${Array.from({ length: rows }, (_, i) => row(i)).join('\n')}\n`

describe('delimited text as people write it', () => {
  it('decimal commas are read between semicolons, tabs, bars and in quotes', async () => {
    for (const text of ['1,5;2,25\n3,5;4\n', '1,5\t2,25\n3,5\t4\n', '1,5|2,25\n3,5|4\n', '"1,5","2,25"\n"3,5","4"\n'])
      expect(numbers(await read(text))).toEqual([1.5, 2.25, 3.5, 4])
    expect(numbers(await read('x;y\n1.234,5;-0,5e2\n2;3\n'))).toEqual([1234.5, -50, 2, 3])
  })

  it('a comma that may set thousands apart is read by the delimiter, with a warning', async () => {
    const semicolons = await read('x;y\n1,234;2\n5,678;3\n')
    expect(numbers(semicolons)).toEqual([1.234, 2, 5.678, 3])
    expect(semicolons.warnings.join()).toContain('a: 1,234 is read as 1.234')
    const tabs = await read('x\ty\n1,234\t2\n5,678\t3\n')
    expect(numbers(tabs)).toEqual([1234, 2, 5678, 3])
    expect(tabs.warnings.join()).toContain('a: 1,234 is read as 1234')
  })

  it('bars separate fields, and a line sep=; names the delimiter', async () => {
    expect(numbers(await read('x|y\n1|2\n3|4\n'))).toEqual([1, 2, 3, 4])
    expect(numbers(await read('sep=;\r\nx;y\r\n1,5;2\r\n3;4\r\n'))).toEqual([1.5, 2, 3, 4])
  })

  it('UTF-16 with either byte order reads as UTF-8 does', async () => {
    const text = 'id,größe,b\nä,1,2\nö,3,4\n'
    const little = Uint8Array.from([
      0xff,
      0xfe,
      ...new Uint8Array(Uint16Array.from(text, (c) => c.charCodeAt(0)).buffer),
    ])
    const big = little.map((_, i) => little[i ^ 1])
    for (const bytes of [little, big]) {
      const data = await read(bytes)
      expect([data.ids, data.views[0].featureNames, numbers(data)]).toEqual([
        ['ä', 'ö'],
        ['größe', 'b'],
        [1, 2, 3, 4],
      ])
    }
  })

  it('a Latin-1 header and Latin-1 cells keep their letters', async () => {
    const data = await read(Uint8Array.from('id,gr\xf6\xdfe,b\nJos\xe9,1,2\nAnn,3,4\n', (c) => c.charCodeAt(0)))
    expect([data.ids, data.views[0].featureNames]).toEqual([
      ['José', 'Ann'],
      ['größe', 'b'],
    ])
  })

  it('comment lines and titles above the table are left out, titles with a warning', async () => {
    expect(numbers(await read('# made by us\n% and them\n// 2026\nx,y\n1,2\n3,4\n'))).toEqual([1, 2, 3, 4])
    const titled = await read('Plate 7 of the spring run\n\nid,x,y\na,1,2\nb,3,4\nc,5,6\n')
    expect([titled.ids, numbers(titled)]).toEqual([
      ['a', 'b', 'c'],
      [1, 2, 3, 4, 5, 6],
    ])
    expect(titled.warnings).toEqual(['a: 1 line before the table left out: Plate 7 of the spring run'])
  })

  it('two header rows are refused with the words of the second', async () => {
    await expect(read('id,weight,height\n,kg,cm\na,70,180\nb,60,170\nc,50,160\n')).rejects.toThrow(
      'a.csv: has two header rows (row 1 below the header holds "kg", "cm" over columns of numbers), keep one of them',
    )
    await expect(read('x,x,y\nmean,sd,mean\n1,2,3\n4,5,6\n7,8,9\n')).rejects.toThrow('has two header rows')
  })

  it('stray cells in columns of numbers are missing values, named in one warning', async () => {
    const stray: Record<number, string> = { 3: '-', 7: '.', 12: '>89', 20: '<NA>', 33: '#DIV/0!', 41: 'broken' }
    const data = await read(table(200, (i) => `${(i * 7) % 11},${stray[i] ?? i / 4}`))
    expect(data.views.map(({ name, view }) => [name, view.features])).toEqual([['a', 2]])
    expect(numbers(data).flatMap((value, p) => (Number.isNaN(value) ? [(p - 1) / 2] : []))).toEqual(
      Object.keys(stray).map(Number),
    )
    expect(data.warnings).toEqual([
      'a: 6 cells hold no number and count as missing: "-" in row 4, column b; "." in row 8, column b; ">89" in row 13, column b; "<NA>" in row 21, column b; "#DIV/0!" in row 34, column b; …',
    ])
  })

  it('a column with many words is text, wherever they stand', async () => {
    const data = await read(table(300, (i) => `${i / 3},${i % 3 === 0 ? 'low' : i % 5}`))
    expect(data.views[0].view.features).toBe(1)
    expect(data.warnings).toEqual([])
  })

  it('numbers with thousands, per cent and currency signs are numbers', async () => {
    const cells = ['"1,234"', '12 %', '1.5e3', '€ 12', '"$1,000.50"', '-3%', '7 £', "1'000"]
    const data = await read(table(8, (i) => `${cells[i]},${(i * 5) % 7}`))
    expect(numbers(data).filter((_, p) => p % 2 === 0)).toEqual([1234, 12, 1500, 12, 1000.5, -3, 7, 1000])
    expect(data.warnings).toEqual([])
  })

  it('a column that counts the rows is no feature, and one called No. names the samples', async () => {
    const counted = await read(table(12, (i) => `${i + 1},${(i * 5) % 7},${i % 4}`, 'step,x,z'))
    expect([counted.views[0].featureNames, counted.ids]).toEqual([['x', 'z'], null])
    expect(counted.notes).toContain('a: no feature, it counts the rows: step')
    const numbered = await read(table(12, (i) => `${i + 1},${(i * 5) % 7},${i % 4}`, 'No.,x,z'))
    expect([numbered.views[0].featureNames, numbered.ids?.[11]]).toEqual([['x', 'z'], '12'])
    const patients = await read(table(12, (i) => `${(i * 7919) % 1000},${(i * 5) % 7},${i % 4}`, 'MRN,x,z'))
    expect([patients.views[0].featureNames, patients.ids?.[1]]).toEqual([['x', 'z'], '919'])
  })

  it('cells that hold lists in brackets are vectors, whatever stands between their numbers', async () => {
    const data = await read('id,embedding,n\na,"[0.1, 0.2]",5\nb,[0.3 0.4],6\nc,,7\nd,"[1e-3,\n -2]",8\n')
    expect(data.views.map(({ name }) => name)).toEqual(['embedding'])
    expect(numbers(data)).toEqual([0.1, 0.2, 0.3, 0.4, NaN, NaN, 0.001, -2])
  })

  it('vectors in cells are refused when they are shortened, of other length or no numbers', async () => {
    const cells = (last: string) => `id,v\na,"[1, 2]"\nb,"[3, 4]"\nc,"${last}"\n`
    await expect(read(cells('[1 ... 2]'))).rejects.toThrow('"v" has a shortened vector in row 3, write all its numbers')
    await expect(read(cells('[1]'))).rejects.toThrow('"v" has 1 number in row 3 but 2 in others')
    const far = Array.from({ length: 80 }, (_, i) => `r${i},"[${i}, 2]"`).join('\n')
    await expect(read(`id,v\n${far}\nz,"[x, 2]"\n`)).rejects.toThrow(
      '"v" has "x" in the vector of row 81, give numbers',
    )
  })
})
