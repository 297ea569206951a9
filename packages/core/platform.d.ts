// All that the core asks of its host beyond the language: browsers, workers and Node have each of these.
// This file is only read by packages/core/tsconfig.json, which compiles the core without DOM and Node types.

declare function setTimeout(callback: () => void, milliseconds?: number): unknown
declare function atob(base64: string): string
declare class DecompressionStream {
  constructor(format: 'deflate-raw')
}
declare class Blob {
  constructor(parts: Uint8Array[])
  arrayBuffer(): Promise<ArrayBuffer>
  stream(): { pipeThrough(transform: DecompressionStream): { getReader(): ByteReader } }
}
interface ByteReader {
  read(): Promise<{ done: false; value: Uint8Array } | { done: true }>
}
declare const performance: { now(): number }

declare class Worker {
  constructor(url: URL, options: { type: 'module' })
  onerror: (() => void) | null
  postMessage(message: unknown): void
  terminate(): void
}

declare class URL {
  constructor(url: string, base: string)
}

interface ImportMeta {
  url: string
}

declare namespace WebAssembly {
  class Memory {
    constructor(limits: { initial: number; maximum?: number; shared?: boolean })
    readonly buffer: ArrayBuffer
    grow(pages: number): number
  }
  class Module {
    constructor(bytes: Uint8Array)
  }
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, unknown>>)
    readonly exports: Record<string, unknown>
  }
  function validate(bytes: Uint8Array): boolean
  function compile(bytes: Uint8Array): Promise<Module>
}
