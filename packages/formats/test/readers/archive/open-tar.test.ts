import { bytesSource } from '@manyview/formats'
import { describe, expect, it } from 'vitest'
import { isTar, openTar } from '../../../src/readers/archive/read.ts'

const encode = (text: string) => new TextEncoder().encode(text)

/** A member of a tar archive: its header with the checksum, and its content filled up to blocks of 512 bytes. */
function member(name: string, content: string, { kind = '0', size = '', prefix = '' } = {}): Uint8Array {
  const bytes = new Uint8Array(512 + Math.ceil(content.length / 512) * 512)
  bytes.set(encode(name).subarray(0, 100))
  bytes.set(encode(size || content.length.toString(8).padStart(11, '0')), 124)
  bytes.set(encode(kind), 156)
  bytes.set(encode('ustar'), 257)
  bytes.set(encode(prefix), 345)
  bytes.fill(32, 148, 156)
  const sum = bytes.subarray(0, 512).reduce((total, byte) => total + byte, 0)
  bytes.set(encode(`${sum.toString(8).padStart(6, '0')}\0 `), 148)
  bytes.set(encode(content), 512)
  return bytes
}

const archive = (...members: Uint8Array[]) =>
  bytesSource('a.tar', Uint8Array.from([...members, new Uint8Array(1024)].flatMap((bytes) => Array.from(bytes))))
const contents = async (...members: Uint8Array[]) => {
  const files = await openTar(archive(...members))
  return Promise.all(files.map(async (file) => [file.name, new TextDecoder().decode(await file.slice(0))]))
}
const long = `${'folder/'.repeat(20)}data.csv`

describe('openTar(source)', () => {
  it('gives the files with their folders, but no folders and no links', async () => {
    const members = [
      member('a/', '', { kind: '5' }),
      member('b.csv', '1,2\n', { prefix: 'a' }),
      member('link', '', { kind: '2' }),
    ]
    expect(await contents(...members)).toEqual([['a.tar/a/b.csv', '1,2\n']])
    expect(isTar(await archive(...members).slice(0, 512))).toBe(true)
  })

  it('takes long names from the records of GNU tar and of pax, for the next file only', async () => {
    const gnu = member('././@LongLink', `${long}\0`, { kind: 'L' })
    const pax = member('PaxHeader', `11 mtime=1\n${17 + long.length} path=${long}\n`, { kind: 'x' })
    const plain = member('short.csv', '3\n')
    for (const record of [gnu, pax])
      expect(await contents(record, member('cut', '1\n'), plain)).toEqual([
        [`a.tar/${long}`, '1\n'],
        ['a.tar/short.csv', '3\n'],
      ])
  })

  it('takes the size from a pax record, where the header has none', async () => {
    const size = member('PaxHeader', '10 size=4\n', { kind: 'x' })
    expect(await contents(size, member('b.csv', '1,2\n', { size: '00000000000' }), member('c.csv', '5\n'))).toEqual([
      ['a.tar/b.csv', '1,2\n'],
      ['a.tar/c.csv', '5\n'],
    ])
  })

  it('reads parts of a file within its bounds', async () => {
    const [file] = await openTar(archive(member('b.csv', '1,2\n3,4\n')))
    const text = async (begin: number, end?: number) => new TextDecoder().decode(await file.slice(begin, end))
    expect([await text(4), await text(2, 3), await text(6, 900), await text(900), await text(5, 2)]).toEqual([
      '3,4\n',
      '2',
      '4\n',
      '',
      '',
    ])
  })

  it.each([
    ['a size beyond the archive', [member('b.csv', '1\n', { size: '00000777777' })], '262143 bytes at 512 of 2048'],
    ['a size that is no number', [member('b.csv', '1\n', { size: 'nine' })], '-1 bytes at 512 of 2048'],
    ['no header where one should be', [member('b.csv', '1\n'), encode('x'.repeat(512))], 'no header at byte 1024'],
  ])('refuses %s', async (_, members, what) => {
    await expect(contents(...members)).rejects.toThrow(`a.tar: is a damaged tar archive (${what}), get the file again`)
  })
})
