import { withPath } from './folder-files.ts'
import { readAgain } from './open-data.ts'
import { data } from './session.ts'

/** Takes the model in a folder that was picked: the data is read again, with one more view. */
export async function useModel(picked: readonly File[]): Promise<void> {
  const open = data.value
  if (!open || picked.length === 0) return
  const name = picked[0].name.split('/')[0]
  const files = picked
    .map((file) => withPath(file, file.name.slice(name.length + 1)))
    // Folders of models hold copies in other formats: only what can be needed is kept.
    .filter((file) => /^(onnx\/)?model\.onnx[^/]*$|^[^/]+\.(json|onnx)$/.test(file.name))
  const others = open.models.filter((model) => model.name !== name)
  await readAgain(open.reading, [...others, { name, files }])
}

/** Leaves out the view of a model. */
export async function stopUsing(name: string): Promise<void> {
  const open = data.value
  if (open)
    await readAgain(
      open.reading,
      open.models.filter((model) => model.name !== name),
    )
}
