import { signal } from '@preact/signals'
import { type Run, runTitle } from './run.ts'
import { chosenRun, message, runs } from './session.ts'

/** The run that the shown one is compared with; null: the last other one. */
export const comparedRun = signal<string | null>(null)

/** Deletes a run, with a way back. */
export function deleteRun(run: Run): void {
  const place = runs.value.indexOf(run)
  const shown = chosenRun.value === run.id
  runs.value = runs.value.filter(({ id }) => id !== run.id)
  if (shown) chosenRun.value = runs.value[Math.max(0, place - 1)]?.id ?? null
  message.value = {
    kind: 'note',
    text: `Deleted: ${run.title || runTitle(run)}.`,
    action: {
      text: 'Undo',
      run() {
        runs.value = [...runs.value.slice(0, place), run, ...runs.value.slice(place)]
        chosenRun.value = run.id
        message.value = null
      },
    },
  }
}
