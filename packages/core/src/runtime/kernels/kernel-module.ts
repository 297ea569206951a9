import { InputError } from '../../input-error.ts'
import { nodeModule } from '../threads/host.ts'
import { bytes as simdBytes } from './built/simd-bytes.ts'
import { importShared } from './import-shared.ts'

/** Builds of the same kernels. `relaxed` fuses multiplications and additions, so that low bits differ; only engines with relaxed SIMD have it. */
export type Build = 'simd' | 'relaxed'

const compiled = new Map<string, Promise<WebAssembly.Module>>()

/** The module of a build, compiled once. With `shared` it imports a memory that threads share. Refuses an engine that cannot run it. */
export function moduleOf(build: Build, shared: boolean): Promise<WebAssembly.Module> {
  const name = `${build} ${shared}`
  const cachedModule = compiled.get(name)
  if (cachedModule) return cachedModule
  const module = compile(build, shared)
  compiled.set(name, module)
  // A file that could not be loaded may be there the next time.
  module.catch(() => compiled.delete(name))
  return module
}

async function compile(build: Build, shared: boolean): Promise<WebAssembly.Module> {
  const bytes = await bytesOf(build)
  if (!WebAssembly.validate(bytes))
    throw build === 'relaxed'
      ? new InputError(
          'is relaxed, but this engine has no relaxed SIMD (Node 22 and newer, Chrome and Firefox do), use double',
          { code: 'bad-option', argument: 'precision' },
        )
      : new InputError('has no WebAssembly SIMD, use Node 16.4, Chrome 91, Firefox 89, Safari 16.4 or anything newer', {
          code: 'bad-option',
          argument: 'engine',
        })
  return WebAssembly.compile(shared ? importShared(bytes) : bytes)
}

/** The relaxed build is no part of the library's main file; it is loaded by those who need it. */
async function bytesOf(build: Build): Promise<Uint8Array<ArrayBuffer>> {
  return decode(build === 'relaxed' ? (await import('./built/relaxed-bytes.ts')).bytes : simdBytes)
}

interface NodeZlib {
  inflateRawSync(bytes: Uint8Array): Uint8Array
}

interface NodeBuffer {
  Buffer: { from(text: string, encoding: 'base64'): Uint8Array }
}

/** Bytes that were packed and written as base64. Node unpacks them at once: its streams take five times the processor time. */
async function decode(base64: string): Promise<Uint8Array<ArrayBuffer>> {
  const zlib = nodeModule<NodeZlib>('node:zlib')
  const buffer = nodeModule<NodeBuffer>('node:buffer')
  if (zlib && buffer) return new Uint8Array(zlib.inflateRawSync(buffer.Buffer.from(base64, 'base64')))
  const text = atob(base64)
  const packed = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) packed[i] = text.charCodeAt(i)
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  for (let part = await unpacked.read(); !part.done; part = await unpacked.read())
    parts.push(new Uint8Array(part.value))
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}
