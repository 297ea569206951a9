import { InputError, type Model } from '@manyview/core'
import { readModel } from '@manyview/formats'
import { fileSource } from './file-source.ts'

/** Past this a file does not fit into one stretch of memory; a model of a million samples and six views takes about 800 MB. */
const mostBytes = 2 ** 31

/** Reads the model that `manyview fit --model` wrote; a file that is none, is of a newer version, or was cut or changed gives an InputError. */
export async function readModelFile(path: string): Promise<Model> {
  const source = fileSource(path)
  if (source.byteLength > mostBytes)
    throw new InputError(`has ${source.byteLength} bytes, which is too large for a model`, {
      code: 'bad-model',
      argument: path,
    })
  return readModel(await source.slice(0, source.byteLength), path)
}
