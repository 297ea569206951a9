import { grouped } from '@manyview/core/words'
import { useState } from 'preact/hooks'
import { colourByFeature, flyTo, only, selectOnMap } from '../state/pointing.ts'
import type { Run } from '../state/run.ts'
import { type Found, search } from '../state/search.ts'
import { data, isOpen } from '../state/session.ts'
import { solver } from '../state/solver-link.ts'
import { useAnswer } from '../state/use-answer.ts'

const noSamples: readonly number[] = []

const kinds: Record<Found['kind'], string> = {
  sample: 'sample',
  samples: 'select',
  cluster: 'cluster',
  feature: 'colour by',
}

/** One box that finds samples, clusters, values of metadata, features and texts. */
export function SearchBox({ run }: { run: Run }) {
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const [place, setPlace] = useState(0)
  const inTexts = useTexts(typed, run)
  const results = open ? search(typed, run, isOpen(run) ? data.value : null, inTexts) : []
  const take = (chosen: Found | undefined) => {
    if (!chosen) return
    setOpen(false)
    if (chosen.kind === 'sample') flyTo(chosen.sample)
    else if (chosen.kind === 'samples') selectOnMap(chosen.samples)
    else if (chosen.kind === 'feature') colourByFeature(chosen.view, chosen.feature)
    else only.value = chosen.cluster
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setPlace(Math.min(place + 1, results.length - 1))
    else if (event.key === 'ArrowUp') setPlace(Math.max(place - 1, 0))
    else if (event.key === 'Enter') take(results[place])
    else if (event.key === 'Escape') setOpen(false)
    else return
    event.preventDefault()
  }
  const combobox = {
    type: 'search',
    list: undefined,
    role: 'combobox',
    'aria-expanded': results.length > 0,
    'aria-controls': 'found',
    'aria-activedescendant': results.length > 0 ? `found-${place}` : undefined,
  } as const
  return (
    <div
      class="search"
      onFocusOut={(event) => event.currentTarget.contains(event.relatedTarget as Node) || setOpen(false)}
    >
      <input
        {...combobox}
        aria-label="Find samples, clusters, features, values, words"
        placeholder="Find…"
        autocomplete="off"
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value)
          setOpen(true)
          setPlace(0)
        }}
        onFocus={() => setOpen(true)}
        onKeyDown={keys}
      />
      <div id="found" role="listbox" aria-label="Found" hidden={results.length === 0}>
        {results.map((each, i) => (
          <div
            key={`${each.kind} ${each.title}`}
            id={`found-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === place}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => take(each)}
            onKeyDown={keys}
          >
            <span class="cut" title={each.title}>
              {each.title}
            </span>
            <span class="muted number-text">
              {kinds[each.kind]}
              {each.kind === 'samples' && ` ${grouped(each.samples.length)}`}
            </span>
          </div>
        ))}
      </div>
      {open && typed.trim() !== '' && results.length === 0 && (
        <p class="muted hint" role="status">
          Nothing is called that.
        </p>
      )}
    </div>
  )
}

/** The samples whose text holds what is typed; the texts stay in the worker. */
function useTexts(typed: string, run: Run): readonly number[] {
  const query = typed.trim()
  const canSearch =
    isOpen(run) && data.value!.understood.things.some(({ kind }) => kind === 'texts') && query.length > 1
  return useAnswer(canSearch ? () => solver().findText(query) : null, [query]) ?? noSamples
}
