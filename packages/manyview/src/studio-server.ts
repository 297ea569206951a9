import { readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, sep } from 'node:path'
import { InputError } from '@manyview/core'
import { runtimeFiles } from './models/model-runtime.ts'

/** A running server of the studio. */
export interface StudioServer {
  /** `http://127.0.0.1:PORT/`. */
  url: string
  close(): Promise<void>
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
}

const headers = {
  // These two isolate the page, which shared memory needs.
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
}

/**
 * Serves the files of `folder` on 127.0.0.1 only, on `port` (default 0: any free one). Only files that are there at the start are served, each
 * under its own name, so that no path leads out of the folder; what models run on is at /runtime/ where it is installed; requests for another host (a page elsewhere that points its name here) are refused.
 */
export async function startStudioServer(folder: string, port = 0): Promise<StudioServer> {
  const files = await listFiles(folder)
  const { createServer } = await import('node:http')
  const server = createServer((request, response) => {
    answer(request, response, files, (server.address() as AddressInfo | null)?.port ?? port).catch(() =>
      response.destroy(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(portProblem(error, port)))
    server.listen(port, '127.0.0.1', resolve)
  })
  const { port: chosen } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${chosen}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Files by the address they have. */
async function listFiles(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = new Map<string, string>()
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    files.set(`/${path.slice(folder.length).split(sep).filter(Boolean).join('/')}`, path)
  }
  const page = files.get('/index.html')
  if (!page)
    throw new InputError('the page was not built, run "npm run build" first', { code: 'no-studio', argument: folder })
  for (const [name, path] of runtimeFiles()) files.set(`/runtime/${name}`, path)
  return files.set('/', page)
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  files: ReadonlyMap<string, string>,
  port: number,
): Promise<void> {
  const refuse = (status: number, text: string) =>
    response.writeHead(status, { ...headers, 'Content-Type': 'text/plain; charset=utf-8' }).end(text)
  if (![`127.0.0.1:${port}`, `localhost:${port}`].includes(request.headers.host ?? ''))
    return void refuse(403, 'This server answers only to 127.0.0.1 and localhost.')
  if (request.method !== 'GET' && request.method !== 'HEAD') return void refuse(405, 'Only GET is answered.')
  const path = (request.url ?? '/').split('?')[0]
  const file = files.get(path)
  if (!file) return void refuse(404, 'There is no such file.')
  const bytes = await readFile(file)
  response.writeHead(200, {
    ...headers,
    'Content-Type': types[extname(file)] ?? 'application/octet-stream',
    'Content-Length': bytes.length,
    // Names of assets change with their content.
    'Cache-Control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
  })
  response.end(request.method === 'HEAD' ? undefined : bytes)
}

function portProblem(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === 'EADDRINUSE')
    return new InputError(`${port} is taken, give another or leave it out`, { code: 'port', argument: '--port' })
  if (error.code === 'EACCES')
    return new InputError(`${port} needs more rights, give one from 1024 on`, { code: 'port', argument: '--port' })
  return error
}
