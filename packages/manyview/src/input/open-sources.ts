import { InputError } from '@manyview/core'
import type { ByteSource } from '@manyview/formats'
import { fileSource } from '../files/file-source.ts'
import { streamSource } from '../files/stream-source.ts'

/** The bytes of every path; `-` is what is piped into the command. Reading ends when `signal` fires. */
export async function openSources(paths: readonly string[], signal: AbortSignal): Promise<ByteSource[]> {
  if (paths.filter((path) => path === '-').length > 1)
    throw new InputError('is given more than once, stdin can be read only once', { code: 'files', argument: '-' })
  // All files are looked at before stdin is waited for.
  const files = paths.map((path) => (path === '-' ? null : stoppable(fileSource(path), signal)))
  const sources: ByteSource[] = []
  for (const file of files) sources.push(file ?? (await standardInput(signal)))
  return sources
}

async function standardInput(signal: AbortSignal): Promise<ByteSource> {
  if (process.stdin.isTTY)
    throw new InputError('nothing is piped into the command, for example: cat data.csv | manyview fit - -k 5', {
      code: 'files',
      argument: '-',
    })
  return stoppable(await streamSource('stdin', process.stdin, signal), signal)
}

/** The same bytes, but reading ends when `signal` fires. */
export function stoppable(source: ByteSource, signal: AbortSignal): ByteSource {
  return {
    ...source,
    slice(start, end) {
      signal.throwIfAborted()
      return source.slice(start, end)
    },
    ...(source.readInto && {
      readInto(target, start) {
        signal.throwIfAborted()
        return source.readInto!(target, start)
      },
    }),
    pause: () => pause(signal),
  }
}

/** Lets the event loop have a turn, without which no signal is heard, and fails when it has fired. */
export async function pause(signal?: AbortSignal): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
  signal?.throwIfAborted()
}
