import type { Colouring } from '../state/colouring.ts'
import type { Run } from '../state/run.ts'
import { data, isOpen } from '../state/session.ts'
import { solver } from '../state/solver-link.ts'
import { truthOf } from '../state/truth.ts'
import { useAnswer } from '../state/use-answer.ts'

/** Chooses what the dots are coloured by. */
export function ColourChoice(props: { run: Run; colouring: Colouring; choose(next: Colouring): void }) {
  const { run, colouring, choose } = props
  const { views } = run.stored.record
  const truth = truthOf(run)
  const pick = (by: string) => {
    if (by === 'feature') choose({ by, view: views[0].name, feature: strongest(run, 0) })
    else if (by.startsWith('view:')) choose({ by: 'view', view: by.slice(5) })
    else choose({ by } as Colouring)
  }
  return (
    <>
      <label class="inline">
        <span>Colour by</span>
        <select
          value={colouring.by === 'view' ? `view:${colouring.view}` : colouring.by}
          onChange={(event) => pick(event.currentTarget.value)}
        >
          <option value="cluster">cluster</option>
          {truth && <option value="label">true class ({truth.name})</option>}
          {run.confidence && <option value="confidence">confidence</option>}
          {isOpen(run) && <option value="feature">a feature</option>}
          {run.stored.explanation?.views && (
            <optgroup label="What one view alone says">
              {views.map(({ name }) => (
                <option key={name} value={`view:${name}`}>
                  {name} alone
                </option>
              ))}
            </optgroup>
          )}
        </select>
      </label>
      {colouring.by === 'feature' && <FeatureChoice run={run} colouring={colouring} choose={choose} />}
    </>
  )
}

/** Names that are offered while typing; any other name or number can be typed. */
const offered = 500

interface FeatureChoiceProps {
  run: Run
  colouring: Extract<Colouring, { by: 'feature' }>
  choose(next: Colouring): void
}

/** A feature by its view, and by name where the file has names, else by number. */
function FeatureChoice({ run, colouring, choose }: FeatureChoiceProps) {
  const { views } = run.stored.record
  const { view, feature } = colouring
  const names = data.value?.understood.featureNames[view]
  const last = (views.find(({ name }) => name === view)?.features ?? 1) - 1
  const shown = names?.[feature] ?? String(feature)
  return (
    <>
      <select
        aria-label="View of the feature"
        value={view}
        onChange={(event) => {
          const name = event.currentTarget.value
          const place = views.findIndex((each) => each.name === name)
          choose({ by: 'feature', view: name, feature: strongest(run, place) })
        }}
      >
        {views.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      <input
        type={names ? 'text' : 'number'}
        class={names ? 'feature-name' : 'short'}
        aria-label={names ? 'Name of the feature' : 'Number of the feature'}
        list={names ? 'feature-names' : undefined}
        min={0}
        max={last}
        value={shown}
        onChange={(event) => {
          const typed = event.currentTarget.value.trim()
          const named = names?.indexOf(typed) ?? -1
          const next = named >= 0 ? named : typed === '' ? -1 : Number(typed)
          if (Number.isInteger(next) && next >= 0 && next <= last) choose({ ...colouring, feature: next })
          else event.currentTarget.value = shown
        }}
      />
      {names && (
        <datalist id="feature-names">
          {names.slice(0, offered).map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      )}
    </>
  )
}

/** The feature of a view that sets any cluster apart most. */
function strongest({ stored }: Run, view: number): number {
  const all = stored.explanation?.clusters.flatMap(({ features }) => features[view] ?? []) ?? []
  return all.reduce((best, each) => (Math.abs(each.effect) > Math.abs(best.effect) ? each : best), {
    feature: 0,
    effect: 0,
  }).feature
}

/** The values of the feature that the map is coloured by; null for any other colouring, and until they are there. */
export function useFeatureValues(colouring: Colouring): Float32Array | null {
  const { view, feature } = colouring.by === 'feature' ? colouring : { view: '', feature: -1 }
  return useAnswer(feature >= 0 ? () => solver().feature(view, feature) : null, [view, feature])
}
