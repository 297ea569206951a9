import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { InputError } from '@manyview/core'
import type { ModelRuntime } from '@manyview/formats/things'

/** The files of onnxruntime-web that a page loads: the code, and the WebAssembly. */
const pageFiles = ['ort.wasm.bundle.min.mjs', 'ort-wasm-simd-threaded.wasm']

/** What models run on, the optional package onnxruntime-web; `folder` is the model that needs it. */
export async function modelRuntime(folder: string): Promise<ModelRuntime> {
  const onnx = await import('onnxruntime-web').catch(() => {
    throw new InputError(
      'needs the package onnxruntime-web, install it beside manyview (npm install onnxruntime-web)',
      {
        code: 'no-runtime',
        argument: folder,
      },
    )
  })
  return onnx as unknown as ModelRuntime
}

/** The same for a page that is served: paths of the files by their names; none where the package is not installed. */
export function runtimeFiles(): ReadonlyMap<string, string> {
  try {
    const folder = dirname(createRequire(import.meta.url).resolve('onnxruntime-web'))
    return new Map(pageFiles.map((name) => [name, join(folder, name)]))
  } catch {
    return new Map()
  }
}
