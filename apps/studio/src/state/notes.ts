import { sentence } from '@manyview/core/words'
import { pageWords } from './page-words.ts'
import { clusterName, type Run } from './run.ts'
import { data, isOpen, settings } from './session.ts'
import { startFit } from './start-fit.ts'

/** A warning of a fit as the page shows it. */
export interface Note {
  warning: string
  text: string
  /** What it advises, to be done at once. */
  action: { text: string; run(): void } | null
}

/** The warnings of a fit; what is said of several views in the same words is one note. */
export function notesOf(run: Run): Note[] {
  const { warnings } = run.stored.record
  const scores = warnings.filter((warning) => ofScores.test(warning))
  const others = warnings.filter((warning) => !scores.includes(warning)).map((warning) => noteOf(run, warning))
  return scores.length > 1
    ? [scoresNote(run, scores), ...others]
    : [...scores.map((one) => noteOf(run, one)), ...others]
}

/** What is said of a view whose columns were not standardised. */
const ofScores = /^view "(.+)" looks like principal scores, /

function scoresNote(run: Run, warnings: readonly string[]): Note {
  const views = warnings.map((warning) => ofScores.exec(warning)![1])
  const viewKinds = views.map((view) => `${view}=measurements`).join(',')
  return {
    warning: warnings.join(),
    text: `${views.slice(0, -1).join(', ')} and ${views.at(-1)} look like principal scores, so their columns were centred and not standardised.`,
    action: isOpen(run)
      ? {
          text: 'Fit again with standardised columns',
          run: again({ options: { ...settings.value.options, viewKinds } }),
        }
      : null,
  }
}

/** A warning in the words of the page, with clusters by their names and a button for what it advises. */
function noteOf(run: Run, warning: string): Note {
  const named = warning.replace(/^cluster (\d+)/, (whole, cluster) =>
    run.names[Number(cluster)] ? clusterName(run, Number(cluster)) : whole,
  )
  return { warning, text: sentence(pageWords(named)), action: isOpen(run) ? adviceOf(run, warning) : null }
}

/** Fits again with other settings. */
function again(changes: Partial<typeof settings.value>): () => void {
  return () => {
    settings.value = { ...settings.value, ...changes }
    void startFit()
  }
}

function adviceOf({ stored: { record } }: Run, warning: string): Note['action'] {
  if (warning.includes('--outliers auto'))
    return { text: 'Fit again with outliers set aside', run: again({ outliers: true }) }
  if (/with fewer clusters they join others$/.test(warning) && record.clusters > 2)
    return {
      text: `Fit again with ${record.clusters - 1} clusters`,
      run: again({ auto: false, clusters: record.clusters - 1 }),
    }
  const [, unrelated] = /^view "(.+)" has no more neighbours in common .* leaves it out$/.exec(warning) ?? []
  const others = data.value!.understood.views.filter(({ name }) => name !== unrelated).length
  if (unrelated && others > 0)
    return {
      text: 'Fit again without this view',
      run: again({ off: [...new Set([...settings.value.off, unrelated])] }),
    }
  return null
}
