import { grouped } from '@manyview/core/words'
import { computed, effect, signal } from '@preact/signals'
import { passing } from './filters.ts'
import { only, selected } from './pointing.ts'
import { clusterName } from './run.ts'
import { chosenRun, shownRun } from './session.ts'

/** Whether the table of samples is open beside the map. */
export const roomOpen = signal(false)
/** The sample whose row was opened; −1: none. */
export const openSample = signal(-1)

effect(() => {
  chosenRun.value
  openSample.value = -1
})

// What was asked for opens as a table: a cluster, or several samples.
effect(() => {
  if (only.value !== null || selected.value.length > 1) roomOpen.value = true
})

// A sample that is selected takes the place of the row that was opened.
effect(() => {
  if (selected.value.length > 0) openSample.value = -1
})

/** The samples of the table and what they are: those that are selected, else the cluster that is seen alone, else all; filters take from each. */
export const room = computed<{ title: string; samples: readonly number[] }>(() => {
  const run = shownRun.value
  if (!run) return { title: '', samples: [] }
  const { labels } = run.stored
  const passes = passing.value
  const filterSamples = (samples: readonly number[]) =>
    passes ? samples.filter((sample) => passes[sample] === 1) : samples
  const chosen = selected.value
  if (chosen.length > 1) return { title: 'Selection', samples: filterSamples(chosen) }
  const all = Array.from(labels.keys())
  const cluster = only.value
  if (cluster !== null)
    return {
      title: clusterName(run, cluster),
      samples: filterSamples(all.filter((sample) => labels[sample] === cluster)),
    }
  const samples = filterSamples(all)
  return {
    title: passes ? `${grouped(samples.length)} of ${grouped(all.length)} samples pass` : 'All samples',
    samples,
  }
})
