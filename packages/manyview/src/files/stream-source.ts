import type { Readable } from 'node:stream'
import { type ByteSource, bytesSource } from '@manyview/formats'

/** All bytes of a stream (a pipe cannot be read twice, so they are kept in memory). Ends with the reason of `signal` when that fires. */
export async function streamSource(name: string, stream: Readable, signal?: AbortSignal): Promise<ByteSource> {
  signal?.throwIfAborted()
  const stop = () => stream.destroy(signal!.reason as Error)
  signal?.addEventListener('abort', stop, { once: true })
  try {
    const pieces: Uint8Array[] = []
    for await (const piece of stream) pieces.push(piece as Uint8Array)
    return bytesSource(name, Buffer.concat(pieces))
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}
