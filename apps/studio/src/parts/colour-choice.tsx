import { useEffect, useState } from 'preact/hooks'
import type { Colouring } from '../map/map-colours.ts'
import { giveWorkerData } from '../state/open-data.ts'
import type { Run } from '../state/run.ts'
import { isOpen } from '../state/session.ts'
import { showProblem } from '../state/show-problem.ts'
import { solver, workerHoldsData } from '../state/solver-link.ts'
import { truthOf } from '../state/truth.ts'

/** Chooses what the dots are coloured by. */
export function ColourChoice(props: { run: Run; colouring: Colouring; choose(next: Colouring): void }) {
  const { run, colouring, choose } = props
  const { views } = run.stored.record
  const truth = truthOf(run)
  const pick = (by: string) => {
    if (by === 'feature') choose({ by, view: views[0].name, feature: strongest(run, 0) })
    else choose({ by } as Colouring)
  }
  return (
    <>
      <label class="inline">
        <span>Colour by</span>
        <select value={colouring.by} onChange={(event) => pick(event.currentTarget.value)}>
          <option value="cluster">cluster</option>
          {truth && <option value="label">true class ({truth.name})</option>}
          {run.confidence && <option value="confidence">confidence</option>}
          {isOpen(run) && <option value="feature">a feature</option>}
        </select>
      </label>
      {colouring.by === 'feature' && (
        <>
          <select
            aria-label="View of the feature"
            value={colouring.view}
            onChange={(event) => {
              const name = event.currentTarget.value
              choose({
                by: 'feature',
                view: name,
                feature: strongest(
                  run,
                  views.findIndex((view) => view.name === name),
                ),
              })
            }}
          >
            {views.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
          <input
            type="number"
            class="short"
            aria-label="Number of the feature"
            min={0}
            max={(views.find(({ name }) => name === colouring.view)?.features ?? 1) - 1}
            value={colouring.feature}
            onChange={(event) => {
              const { valueAsNumber: feature, max } = event.currentTarget
              if (Number.isInteger(feature) && feature >= 0 && feature <= Number(max)) choose({ ...colouring, feature })
            }}
          />
        </>
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
  const [values, setValues] = useState<Float32Array | null>(null)
  const view = colouring.by === 'feature' ? colouring.view : null
  const feature = colouring.by === 'feature' ? colouring.feature : 0
  useEffect(() => {
    let wanted = true
    setValues(null)
    const ask = async () => {
      if (view === null) return
      if (!workerHoldsData()) await giveWorkerData()
      const found = await solver().feature(view, feature)
      if (wanted) setValues(found)
    }
    ask().catch(showProblem)
    return () => {
      wanted = false
    }
  }, [view, feature])
  return values
}
