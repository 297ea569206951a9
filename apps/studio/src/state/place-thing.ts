import { csvText } from '@manyview/formats'
import { signal } from '@preact/signals'
import { proxy } from 'comlink'
import { makeModel, modelName } from './new-samples.ts'
import { progressOf } from './report-progress.ts'
import type { Run } from './run.ts'
import { data } from './session.ts'
import { answer, solver } from './solver-link.ts'
import { working } from './start-fit.ts'

/** A text or a picture that is no sample, in the cluster where it would go. */
export interface PlacedThing {
  run: string
  name: string
  label: number
  confidence: number
  warnings: readonly string[]
}

export const placedThing = signal<PlacedThing | null>(null)

/** The model of the last run that was asked. */
let lastModel: { run: string; file: File } | null = null

/** Places a text, or the picture of a file, among the clusters of a run: `column` is the one whose views it has. */
export async function placeThing(run: Run, column: string, thing: string | File): Promise<void> {
  await working('assign', 'Placing it', async () => {
    if (lastModel?.run !== run.id)
      lastModel = { run: run.id, file: new File([(await makeModel(run)) as BlobPart], modelName) }
    const isText = typeof thing === 'string'
    const table = csvText([
      ['id', column],
      ['new', isText ? thing.replaceAll(/\s+/g, ' ').trim() : thing.name],
    ])
    const files = [new File([table], 'new.csv'), ...(isText ? [] : [thing])]
    const { first, warnings } = await answer(
      solver().assign(lastModel.file, files, data.value?.models ?? [], proxy(progressOf('assign'))),
    )
    const [{ label, confidence }] = first
    // Long texts are shown by their beginning.
    const name = isText ? `“${thing.trim().slice(0, 60)}${thing.trim().length > 60 ? '…' : ''}”` : thing.name
    placedThing.value = { run: run.id, name, label, confidence, warnings }
  })
}
