import type { Communicator } from '@manyview/core'
import { bytesSource } from '@manyview/formats'
import { describe, expect, it } from 'vitest'
import { csvPart } from '../../../src/dataset/rows/csv-part.ts'

/** One of two ranks; what the other one says is given in turn. */
function rank(own: 0 | 1, ...other: number[]): Communicator {
  const said = [...other]
  const allGather = (mine: Float64Array) =>
    own === 0 ? Float64Array.of(mine[0], said.shift()!) : Float64Array.of(said.shift()!, mine[0])
  return { rank: own, size: 2, allGather } as unknown as Communicator
}
const source = (text: string) => bytesSource('a.csv', new TextEncoder().encode(text))
const textOf = async (part: Awaited<ReturnType<typeof csvPart>>) =>
  part && new TextDecoder().decode(await part.slice(0))
const head = 'x,note\n'

describe('the lines of a rank', () => {
  it('are those that begin in its share, behind the header', async () => {
    const text = `${head}1,a\n\n2,b\n3,c\n4,d\n`
    const second = await csvPart(source(text), rank(1, 0, 7, 1))
    expect([await textOf(second), await second!.rowsBefore()]).toEqual([`${head}3,c\n4,d\n`, 2])
    const first = await csvPart(source(text), rank(0, 0, text.indexOf('3,c'), 1))
    expect([await textOf(first), await first!.rowsBefore()]).toEqual([`${head}1,a\n\n2,b\n`, 0])
  })

  it('do not begin within quotes', async () => {
    const text = `${head}1,"a\nlong\nnote that goes on\nand on"\n2,b\n3,c\n`
    const second = await csvPart(source(text), rank(1, 1, 7, 1))
    expect([await textOf(second), await second!.rowsBefore()]).toEqual([`${head}2,b\n3,c\n`, 1])
  })

  it('are none where a rank would have none', async () => {
    const text = `${head}1,"a long note that goes on and on and on and on"\n`
    expect(await csvPart(source(text), rank(1, 1, 7, 1))).toBeNull()
    expect(await csvPart(source(`${head}1,a\n2,b\n`), rank(1, 0, 7, 0))).toBeNull()
  })

  it('may be read in pieces, across the header', async () => {
    const part = (await csvPart(source(`${head}1,a\n2,b\n3,c\n4,d\n`), rank(1, 0, 7, 1)))!
    const whole = await textOf(part)
    const decode = async (begin: number, end?: number) => new TextDecoder().decode(await part.slice(begin, end))
    expect([await decode(2, 5), await decode(5, 9), await decode(8), await decode(3, 999)]).toEqual([
      whole!.slice(2, 5),
      whole!.slice(5, 9),
      whole!.slice(8),
      whole!.slice(3),
    ])
    expect([part.byteLength, await decode(-3, 2), await decode(9, 4)]).toEqual([whole!.length, whole!.slice(0, 2), ''])
  })
})
