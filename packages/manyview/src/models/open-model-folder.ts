import { readdirSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import type { ByteSource } from '@manyview/formats'
import type { EmbeddingModel } from '@manyview/formats/things'
import { orFileProblem } from '../files/file-problem.ts'
import { fileSource } from '../files/file-source.ts'
import { modelRuntime } from './model-runtime.ts'

/** Opens the ONNX model in a folder (`model.onnx` at the top or in `onnx/`, `tokenizer.json` or `preprocessor_config.json`), to be given as `embed`. Nothing is downloaded. */
export async function openModelFolder(path: string): Promise<EmbeddingModel> {
  const folder = resolve(path)
  const files = orFileProblem(path, () => filesIn(folder))
  const named = files.map(
    (file): ByteSource => ({ ...fileSource(file), name: relative(folder, file).split(sep).join('/') }),
  )
  const { openModel } = await import('@manyview/formats/things')
  return openModel(path, named, await modelRuntime(path))
}

/** Folders of models hold copies in other formats, in folders of their own: only the two that can hold a model are looked at. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const target = join(folder, entry.name)
    if (entry.name === 'onnx' && entry.isDirectory()) return filesIn(target)
    return entry.isDirectory() ? [] : [target]
  })
}
