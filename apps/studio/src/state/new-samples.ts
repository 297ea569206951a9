import { byteSize } from '@manyview/core/words'
import { signal } from '@preact/signals'
import { proxy } from 'comlink'
import type { AboutModel, Placed } from '../worker/models.ts'
import { exportedClustering, saveFile } from './export-files.ts'
import { fileLimit } from './limits.ts'
import { giveWorkerData, openFiles } from './open-data.ts'
import { progressOf } from './report-progress.ts'
import type { Run } from './run.ts'
import { data, isOpen, job, message } from './session.ts'
import { answer, solver, workerHoldsData } from './solver-link.ts'
import { working } from './start-fit.ts'

/** The model that is open; what is dropped goes to it. */
export const openModel = signal<{ file: File; about: AboutModel } | null>(null)
/** Where the new samples belong that were dropped last. */
export const placement = signal<(Placed & { files: readonly string[] }) | null>(null)

/** Opens what was dropped: a model, new samples for the one that is open, or else data. */
export async function openDropped(files: readonly File[]): Promise<void> {
  if (files.length === 0 || job.value) return
  const models = await modelsAmong(files)
  if (models.length > 0) await open(models[0])
  const others = files.filter((file) => !models.includes(file))
  if (others.length === 0) return
  if (openModel.value) await assignFiles(others)
  else await openFiles(others)
}

/** Opens what was picked as data; a model among it is opened as one. */
export async function openPicked(files: readonly File[]): Promise<void> {
  const models = await modelsAmong(files)
  if (models.length > 0) await open(models[0])
  const others = files.filter((file) => !models.includes(file))
  if (others.length > 0) await openFiles(others)
}

/** Places the samples of the files among the clusters of the open model. */
export async function assignFiles(files: readonly File[]): Promise<void> {
  const model = openModel.value
  if (!model || files.length === 0 || job.value) return
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  if (bytes > fileLimit()) {
    message.value = {
      kind: 'problem',
      text: `These files have ${byteSize(bytes)}, more than this page can hold (${byteSize(fileLimit())}).`,
      advice: 'Use the command instead: manyview assign reads the same files.',
    }
    return
  }
  await working('assign', 'Placing new samples', async () => {
    const result = await answer(
      solver().assign(model.file, files, data.value?.models ?? [], proxy(progressOf('assign'))),
    )
    placement.value = { ...result, files: files.map(({ name }) => name) }
  })
}

/** Saves the model of a run whose data is open. */
export async function saveModel(run: Run): Promise<void> {
  if (job.value) return
  await working('model', 'Making the model', async () => saveFile(modelName, await makeModel(run), binary))
}

/** What the file of a model is called. */
export const modelName = 'clusters.model'
const binary = 'application/octet-stream'

/** The bytes of the model of a run; why there are none is told by `modelObstacle`. */
export async function makeModel(run: Run): Promise<Uint8Array> {
  if (!workerHoldsData()) await giveWorkerData()
  return answer(solver().model(exportedClustering(run).record, proxy(progressOf('model'))))
}

/** Why a run has no model; null where it has one. */
export function modelObstacle(run: Run): string | null {
  if (!isOpen(run)) return 'Open the data of this run to make its model.'
  return run.stored.record.stopped ? 'This run was stopped early: run it to its end to make its model.' : null
}

export function closeModel(): void {
  openModel.value = null
  placement.value = null
}

async function open(file: File): Promise<void> {
  await working('open', `Reading ${file.name}`, async () => {
    openModel.value = { file, about: await answer(solver().aboutModel(file)) }
    placement.value = null
  })
}

async function modelsAmong(files: readonly File[]): Promise<File[]> {
  const marks = await Promise.all(files.map((file) => isModelFile(file)))
  return files.filter((_, i) => marks[i])
}

/** Whether a file is a model, by its first bytes. */
async function isModelFile(file: Blob): Promise<boolean> {
  const [a, b, c, d] = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  return a === 0x89 && b === 0x4d && c === 0x56 && d === 0x4d
}
