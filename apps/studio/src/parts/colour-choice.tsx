import { counted } from '@manyview/core/words'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Colouring } from '../state/pointing.ts'
import type { Run } from '../state/run.ts'
import { data, isOpen } from '../state/session.ts'
import { columnsOf } from '../state/sheet.ts'
import { solver } from '../state/solver-link.ts'
import { truthOf } from '../state/truth.ts'
import { useAnswer } from '../state/use-answer.ts'

/** Chooses what the dots are coloured by. */
export function ColourChoice(props: { run: Run; colouring: Colouring; choose(next: Colouring): void }) {
  const { run, colouring, choose } = props
  const { views } = run.stored.record
  const truth = truthOf(run)
  const columns = columnsOf(run)
  const pick = (by: string) => {
    if (by === 'feature') choose({ by, view: views[0].name, feature: strongest(run, 0) })
    else if (by === 'cut') choose({ by, clusters: run.stored.record.clusters })
    else if (by.startsWith('column:')) choose({ by: 'column', name: by.slice(7) })
    else if (by.startsWith('view:')) choose({ by: 'view', view: by.slice(5) })
    else choose({ by } as Colouring)
  }
  return (
    <>
      <label class="inline">
        <span>Colour by</span>
        <select value={chosen(colouring)} onChange={(event) => pick(event.currentTarget.value)}>
          <option value="cluster">cluster</option>
          {truth && <option value="label">true class ({truth.name})</option>}
          {run.confidence && <option value="confidence">confidence</option>}
          {isOpen(run) && <option value="feature">a feature</option>}
          {run.stored.tree && <option value="cut">a cut of the tree</option>}
          {run.stored.outlierScores && <option value="outlier">outlier score</option>}
          {columns.length > 0 && (
            <optgroup label="Columns">
              {columns.map(({ name }) => (
                <option key={name} value={`column:${name}`}>
                  {name}
                </option>
              ))}
            </optgroup>
          )}
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
      {colouring.by === 'cut' && <CutSlider run={run} clusters={colouring.clusters} choose={choose} />}
      {colouring.by === 'feature' && <FeatureChoice run={run} colouring={colouring} choose={choose} />}
    </>
  )
}

function chosen(colouring: Colouring): string {
  if (colouring.by === 'view') return `view:${colouring.view}`
  return colouring.by === 'column' ? `column:${colouring.name}` : colouring.by
}

/** The number of clusters that the tree is cut into on the map. */
function CutSlider({ run, clusters, choose }: { run: Run; clusters: number; choose(next: Colouring): void }) {
  return (
    <label class="inline">
      <input
        type="range"
        aria-label="Number of clusters that the tree is cut into"
        min={1}
        max={run.stored.tree!.leafSizes.length}
        value={clusters}
        onInput={(event) => choose({ by: 'cut', clusters: Number(event.currentTarget.value) })}
      />
      <output class="number-text">{counted(clusters, 'cluster')}</output>
    </label>
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
  const input = useRef<HTMLInputElement>(null)
  // Given as a property, it would take the place of what is being typed whenever values arrive.
  useLayoutEffect(() => {
    input.current!.value = shown
  }, [shown])
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
        ref={input}
        type={names ? 'text' : 'number'}
        class={names ? 'feature-name' : 'short'}
        aria-label={names ? 'Name of the feature' : 'Number of the feature'}
        list={names ? 'feature-names' : undefined}
        min={0}
        max={last}
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
