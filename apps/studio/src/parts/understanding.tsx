import { byteSize, counted, grouped, percent, plural, sentence } from '@manyview/core/words'
import { useState } from 'preact/hooks'
import { pageWords } from '../state/page-words.ts'
import { renameView } from '../state/rename-view.ts'
import { job, type OpenData } from '../state/session.ts'
import { FirstRows } from './first-rows.tsx'
import { NameInput } from './name-input.tsx'
import { Scroller } from './scroller.tsx'

/** What was found in the files, in a table, with every guess and warning. */
export function Understanding({ open }: { open: OpenData }) {
  const { samples, views, notes, warnings, duplicateSamples, coverage, fitBytes } = open.understood
  return (
    <section class="understanding" aria-label="What was understood">
      <h2>
        {counted(samples, 'sample')}, seen from {counted(views.length, 'side')}
      </h2>
      {warnings.length > 0 && (
        <ul class="warnings">
          {warnings.map((warning) => (
            <li key={warning}>{noteSentence(warning)}</li>
          ))}
        </ul>
      )}
      <Scroller label="The views">
        <table>
          <thead>
            <tr>
              <th scope="col">View</th>
              <th scope="col">Kind</th>
              <th scope="col" class="right">
                Features
              </th>
              <th scope="col" class="right">
                Filled
              </th>
              <th scope="col" class="right">
                Missing
              </th>
              <th scope="col" class="right">
                Constant
              </th>
              <th scope="col">Stored as</th>
            </tr>
          </thead>
          <tbody>
            {views.map(({ name, kind, features, density, missing, constantFeatures, sparse, type }) => (
              <tr key={name}>
                <th scope="row">
                  <ViewName open={open} name={name} />
                </th>
                <td>{kind}</td>
                <td class="right">{grouped(features)}</td>
                <td class="right">{percent(density, density < 0.1 ? 1 : 0)}</td>
                <td class={missing > 0 ? 'right warn' : 'right'}>{grouped(missing)}</td>
                <td class="right">{grouped(constantFeatures)}</td>
                <td class="muted">{sparse ? `sparse ${type}` : type}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
      {views.slice(0, 40).map(({ name }) => (
        <FirstRows key={name} view={name} of={open.understood} />
      ))}
      <ul class="notes muted">
        {notes.map((note) => (
          <li key={note}>{noteSentence(note)}</li>
        ))}
        {coverage && (
          <li>
            Samples that have each view:{' '}
            {coverage.views.map((view) => `${view.name} ${grouped(view.samples)}`).join(', ')}; views that samples have
            together:{' '}
            {coverage.patterns
              .slice(0, 6)
              .map((pattern) => `${pattern.views.join(' + ')} ${grouped(pattern.samples)}`)
              .join(', ')}
            {coverage.patterns.length > 6 && ' and others'}.
          </li>
        )}
        {duplicateSamples > 0 && (
          <li>
            {counted(duplicateSamples, 'sample')} {plural(duplicateSamples, 'equals', 'equal')} an earlier one in every
            view.
          </li>
        )}
        <li>The views take about {byteSize(Number(fitBytes.toPrecision(2)))} of memory.</li>
      </ul>
    </section>
  )
}

/** The name of a view, which a click changes where the view is one of a file's. */
function ViewName({ open, name }: { open: OpenData; name: string }) {
  const [isOpen, setOpen] = useState(false)
  const { things } = open.understood
  // Views that are made of texts and pictures are called after their column.
  const isMade = things.some((thing) => name.startsWith(`${thing.name} `))
  if (open.files.length === 0 || isMade) return name
  if (isOpen) return <NameInput name={name} rename={(given) => renameView(name, given)} end={() => setOpen(false)} />
  return (
    <button
      type="button"
      class="link"
      title="Rename this view"
      aria-label={`Rename ${name}`}
      disabled={job.value !== null}
      onClick={() => setOpen(true)}
    >
      {name}
    </button>
  )
}

/** A note as a sentence; one that begins with the name of a file leaves it as it is. */
function noteSentence(note: string): string {
  const words = pageWords(note)
  const [name] = /^\S+: /.exec(words) ?? ['']
  return name + (name ? words.slice(name.length).replace(/[^.]$/, '$&.') : sentence(words))
}
