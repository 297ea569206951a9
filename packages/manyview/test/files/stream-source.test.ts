import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { streamSource } from '../../src/node.ts'

describe('streamSource(name, stream, signal)', () => {
  it('gives all bytes of the stream', async () => {
    const source = await streamSource('stdin', Readable.from([Buffer.from('ab'), Buffer.from('cde')]))
    expect(source.byteLength).toBe(5)
    expect(Buffer.from(await source.slice(1, 4)).toString()).toBe('bcd')
  })

  it('ends with the reason of the signal while it waits for more', async () => {
    const controller = new AbortController()
    const waiting = streamSource('stdin', new Readable({ read: () => undefined }), controller.signal)
    controller.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
  })
})
