import { InputError } from '@manyview/core'
import { type EmbeddingModel, type ModelRuntime, openModel } from '@manyview/formats/things'
import { blobSource } from './blob-source.ts'

/** A folder of a model, as it was picked; the files have names relative to it. */
export interface ModelFolder {
  name: string
  files: readonly File[]
}

/** Where the host of this page has what models run on; nothing is fetched from elsewhere. */
const place = new URL(__BUILT__ ? '../runtime/' : '/runtime/', self.location.href)

/** Opens models; what they run on is loaded with the first. */
export async function openModels(folders: readonly ModelFolder[]): Promise<EmbeddingModel[]> {
  const models: EmbeddingModel[] = []
  for (const { name, files } of folders) models.push(await openModel(name, files.map(blobSource), await runtime(name)))
  return models
}

async function runtime(model: string): Promise<ModelRuntime> {
  const address = new URL('ort.wasm.bundle.min.mjs', place).href
  const loaded: ModelRuntime = await import(/* @vite-ignore */ address).catch(() => {
    throw new InputError(
      'needs the package onnxruntime-web: install it beside manyview (npm install onnxruntime-web) and start "manyview studio" again',
      { code: 'no-runtime', argument: model },
    )
  })
  loaded.env.wasm.wasmPaths = { wasm: new URL('ort-wasm-simd-threaded.wasm', place).href }
  return loaded
}
