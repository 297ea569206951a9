import type { OptionSpec } from '@manyview/core/methods'
import { isOrderFree } from '@manyview/core/methods'
import { sentence } from '@manyview/core/words'
import { allMethods, findMethod } from '@manyview/rivals'
import { Fragment } from 'preact'
import { change, job, type OpenData, settings } from '../state/session.ts'
import { obstacle, startFit } from '../state/start-fit.ts'

/** Step 3: how many clusters, more for those who want it, and the button. */
export function ClusterStep({ open }: { open: OpenData }) {
  const { clusters, auto, method, seed } = settings.value
  const stop = obstacle(open, settings.value)
  const busy = job.value !== null
  const chosen = findMethod(method)
  return (
    <section class="step" aria-labelledby="step-cluster">
      <h2 id="step-cluster">
        <span class="number">3</span> Cluster
      </h2>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void startFit()
        }}
      >
        <label class="field">
          <span>Clusters</span>
          <input
            type="number"
            min={1}
            max={open.understood.samples}
            placeholder="automatic"
            value={auto ? '' : clusters}
            onInput={(event) => {
              const { value, valueAsNumber } = event.currentTarget
              change(value === '' ? { auto: true } : { auto: false, clusters: valueAsNumber })
            }}
          />
        </label>
        {auto && (
          <p class="muted hint">
            Chosen from the data, with the reason and the numbers that come next. Takes two to three times as long as a
            number that you give.
          </p>
        )}
        <details>
          <summary>More</summary>
          <label class="field tall">
            <span>Method</span>
            <select value={method} onChange={(event) => change({ method: event.currentTarget.value })}>
              {allMethods.map(({ name, title }) => (
                <option key={name} value={name}>
                  {title}
                </option>
              ))}
            </select>
          </label>
          <p class="muted hint">{chosen.description}</p>
          {!isOrderFree(chosen, settings.value.options) && (
            <p class="warn hint">What it finds depends on the order of the samples.</p>
          )}
          {chosen.options.map((option) => (
            <Fragment key={`${method}-${option.name}`}>
              <OptionField option={option} />
              <p class="muted hint">{firstSentence(option.description)}</p>
            </Fragment>
          ))}
          {chosen.device && navigator.gpu && (
            <>
              <label class="field">
                <span>Graphics card</span>
                <input
                  type="checkbox"
                  checked={settings.value.device === true}
                  onChange={(event) => change({ device: event.currentTarget.checked })}
                />
              </label>
              <p class="muted hint">Takes over the heavy steps: worth it from about 20,000 samples on.</p>
            </>
          )}
          <label class="field">
            <span>Set outliers aside</span>
            <input
              type="checkbox"
              checked={settings.value.outliers === true}
              onChange={(event) => change({ outliers: event.currentTarget.checked })}
            />
          </label>
          <p class="muted hint">
            Samples with a score past 3.5 take no part in the fit; each gets its nearest cluster.
          </p>
          <label class="field">
            <span>Seed</span>
            <input
              type="number"
              step={1}
              value={seed}
              onInput={(event) => {
                const value = event.currentTarget.valueAsNumber
                if (Number.isSafeInteger(value)) change({ seed: value })
              }}
            />
          </label>
        </details>
        <button type="submit" class="primary wide" disabled={busy || stop !== null}>
          Cluster
        </button>
        {stop && (
          <p class="warn hint" role="status">
            {stop}
          </p>
        )}
        {threadNote && <p class="muted hint">{threadNote}</p>}
      </form>
    </section>
  )
}

/** What would make fits faster in this page; null where all threads are used. The labels are the same. */
const threadNote = noteOnThreads()

function noteOnThreads(): string | null {
  const threads = navigator.hardwareConcurrency
  if (crossOriginIsolated || !(threads > 1)) return null
  // The worker isolates the page from its second load on.
  const isolates = 'serviceWorker' in navigator && !navigator.serviceWorker.controller
  return isolates
    ? `A fit uses one thread. Reload the page, and it uses all ${threads}.`
    : `A fit uses one thread of ${threads}, because the host of this page does not isolate it.`
}

/** `viewWeights` as people write it: View weights. */
function humanName(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words[0].toUpperCase() + words.slice(1)
}

/** The beginning of a description; all of it shows when it is pointed at. */
function firstSentence(text: string): string {
  const [first] = text.split(/(?<=[.;:]) /)
  return sentence(first.replace(/[;:]$/, ''))
}

/** One option of a method, as its declaration says. */
function OptionField({ option }: { option: OptionSpec }) {
  const { options } = settings.value
  const value = options[option.name] ?? option.default
  const id = `option-${option.name}`
  const set = (next: number | string | boolean | null) => change({ options: { ...options, [option.name]: next } })
  if (option.kind === 'boolean')
    return (
      <label class="field" title={option.description}>
        <span>{humanName(option.name)}</span>
        <input type="checkbox" checked={value === true} onChange={(event) => set(event.currentTarget.checked)} />
      </label>
    )
  return (
    <div class="field" title={option.description}>
      <label for={id}>{humanName(option.name)}</label>
      {option.kind === 'choice' ? (
        <select id={id} value={String(value)} onChange={(event) => set(event.currentTarget.value)}>
          {option.choices!.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      ) : option.kind === 'weights' || option.kind === 'kinds' ? (
        <input
          id={id}
          type="text"
          placeholder={option.kind === 'weights' ? 'view=2,other=0.5' : `view=${option.choices!.at(-1)}`}
          value={value === null ? '' : String(value)}
          onChange={(event) => set(event.currentTarget.value || null)}
        />
      ) : (
        <input
          id={id}
          type="number"
          step={option.kind === 'integer' ? 1 : 'any'}
          min={option.minimum}
          max={option.maximum}
          placeholder="auto"
          value={value === null ? '' : Number(value)}
          onInput={(event) => {
            const next = event.currentTarget.valueAsNumber
            set(Number.isNaN(next) ? null : next)
          }}
        />
      )}
    </div>
  )
}
