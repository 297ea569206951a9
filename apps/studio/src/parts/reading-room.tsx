import type { MetadataColumn } from '@manyview/core/metadata'
import { counted, grouped } from '@manyview/core/words'
import { useMemo, useState } from 'preact/hooks'
import { flight, hovered, only, select, selected } from '../state/pointing.ts'
import { openSample, room, roomOpen } from '../state/reading-room.ts'
import { clusterName, type Run } from '../state/run.ts'
import { runColours } from '../state/run-colours.ts'
import { data, isOpen } from '../state/session.ts'
import { columnsOf, textsOf, valueText, wholeSample } from '../state/sheet.ts'
import { solver } from '../state/solver-link.ts'
import { type Order, sorted } from '../state/sort-samples.ts'
import { dark } from '../state/theme.ts'
import { useAnswer } from '../state/use-answer.ts'
import { SampleImage } from './sample-image.tsx'
import { ValueText } from './value-text.tsx'
import { VirtualRows } from './virtual-rows.tsx'

/** Columns that have a place in the table; a row that is opened shows all. */
const mostColumns = 30
/** Rows of a page: browsers draw nothing taller than some 30 million pixels. */
const pageRows = 200_000

/** A table of whole rows of the samples that are selected, of a cluster, or of all, linked with the map. */
export function ReadingRoom({ run }: { run: Run }) {
  const { title, samples } = room.value
  const [typed, setTyped] = useState('')
  const [order, setOrder] = useState<Order>(null)
  const [whole, setWhole] = useState(true)
  const [page, setPage] = useState(0)
  const columns = columnsOf(run)
  const texts = textsOf(run)
  const word = typed.trim().toLowerCase()
  const inTexts = useAnswer(word !== '' && texts.length > 0 && isOpen(run) ? () => solver().findText(word) : null, [
    word,
  ])
  const rows = useMemo(
    () => sorted(run, columns, matching(run, columns, samples, word, inTexts), order),
    [run, columns, samples, word, inTexts, order],
  )
  const pages = Math.max(1, Math.ceil(rows.length / pageRows))
  const at = Math.min(page, pages - 1)
  const items = useMemo(() => rows.slice(at * pageRows, (at + 1) * pageRows), [rows, at])
  const pointed = hovered.value
  const [chosen] = selected.value.length === 1 ? selected.value : [openSample.value]
  const shown = columns.slice(0, mostColumns)
  const pictures = isOpen(run) && (data.value!.understood.images !== null || hasPictures(run))
  const isTall = whole && (texts.length > 0 || pictures)
  // Widths in em, and how much of the room that is left each column takes.
  const widths: [number, number][] = [
    ...(pictures ? [[isTall ? 11 : 5, 0] as [number, number]] : []),
    [8, 1],
    [9, 1],
    ...texts.map((): [number, number] => [24, 4]),
    ...shown.map((): [number, number] => [7, 1]),
  ]
  const template = widths.map(([least, share]) => (share ? `minmax(${least}em, ${share}fr)` : `${least}em`)).join(' ')
  return (
    <section class={isTall ? 'room whole' : 'room'} aria-label="Table of samples">
      <header>
        <h2>
          {title} <span class="muted number-text">{grouped(rows.length)}</span>
        </h2>
        <input
          type="search"
          aria-label="Find in the table"
          placeholder="Find in the table…"
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        {(texts.length > 0 || pictures) && (
          <button type="button" class="small" aria-pressed={whole} onClick={() => setWhole(!whole)}>
            Whole rows
          </button>
        )}
        {word !== '' && (
          <button type="button" class="small" disabled={rows.length === 0} onClick={() => select(rows, 'replace')}>
            Select these
          </button>
        )}
        {pages > 1 && (
          <label class="inline">
            <span>Page</span>
            <select value={at} onChange={(event) => setPage(Number(event.currentTarget.value))}>
              {Array.from({ length: pages }, (_, i) => (
                <option key={`page ${i}`} value={i}>
                  {i + 1}
                </option>
              ))}
            </select>
          </label>
        )}
        {(only.value !== null || selected.value.length > 0) && (
          <button
            type="button"
            class="quiet small"
            onClick={() => {
              only.value = null
              selected.value = []
            }}
          >
            All samples
          </button>
        )}
        <button
          type="button"
          class="quiet small icon"
          aria-label="Close the table"
          onClick={() => {
            roomOpen.value = false
          }}
        >
          ✕
        </button>
      </header>
      {rows.length === 0 && (
        <p class="none muted">No sample is in it{word === '' ? ' that passes the filters' : ' that has this'}.</p>
      )}
      <VirtualRows
        items={items}
        estimate={isTall ? 220 : 34}
        shape={`${isTall} ${texts.length}`}
        reveal={chosen}
        width={`${widths.reduce((sum, [least]) => sum + least + 1, 0.5)}em`}
        label={`${title}, ${counted(rows.length, 'row')}`}
        columns={template}
        head={
          <>
            {pictures && <th scope="col">picture</th>}
            <Heading name="id" by="id" order={order} set={setOrder} />
            <Heading name="cluster" by="cluster" order={order} set={setOrder} />
            {texts.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            {shown.map(({ name }, column) => (
              <Heading key={name} name={name} by={column} order={order} set={setOrder} />
            ))}
          </>
        }
        cells={(sample) => <Cells run={run} sample={sample} columns={shown} texts={texts} pictures={pictures} />}
        mark={(sample) => (sample === chosen ? 'chosen' : sample === pointed ? 'pointed' : '')}
        point={(sample) => {
          hovered.value = sample
        }}
      />
    </section>
  )
}

function hasPictures(run: Run): boolean {
  return isOpen(run) && data.value!.understood.things.some(({ kind }) => kind === 'pictures')
}

/** The samples in one of whose values a word stands. */
function matching(
  run: Run,
  columns: readonly MetadataColumn[],
  samples: readonly number[],
  word: string,
  inTexts: readonly number[] | null,
): readonly number[] {
  if (word === '') return samples
  const { ids, labels } = run.stored
  const textMatches = new Set(inTexts)
  const clusters = new Set(
    run.stored.record.sizes.flatMap((_, cluster) =>
      clusterName(run, cluster).toLowerCase().includes(word) ? [cluster] : [],
    ),
  )
  const levels = columns.map((column) =>
    column.kind === 'category'
      ? new Set(column.levels.flatMap((level, code) => (level.toLowerCase().includes(word) ? [code] : [])))
      : null,
  )
  const inColumn = (sample: number) =>
    columns.some((column, c) =>
      column.kind === 'category' ? levels[c]!.has(column.codes[sample]) : valueText(column, sample) === word,
    )
  return samples.filter(
    (sample) =>
      textMatches.has(sample) ||
      clusters.has(labels[sample]) ||
      (ids?.[sample] ?? String(sample)).toLowerCase().includes(word) ||
      inColumn(sample),
  )
}

interface HeadingProps {
  name: string
  by: NonNullable<Order>['by']
  order: Order
  set(order: Order): void
}

/** The head of a column: sorts by it, then the other way round, then not at all. */
function Heading({ name, by, order, set }: HeadingProps) {
  const active = order?.by === by ? order : null
  return (
    <th scope="col" aria-sort={active ? (active.down ? 'descending' : 'ascending') : 'none'}>
      <button
        type="button"
        class="quiet"
        title={`Sort by ${name}`}
        onClick={() => set(active === null ? { by, down: false } : active.down ? null : { by, down: true })}
      >
        {name}
        {active && (active.down ? ' ↓' : ' ↑')}
      </button>
    </th>
  )
}

interface CellsProps {
  run: Run
  sample: number
  columns: readonly MetadataColumn[]
  texts: readonly string[]
  pictures: boolean
}

function Cells({ run, sample, columns, texts, pictures }: CellsProps) {
  const { ids, labels } = run.stored
  const whole = texts.length > 0 || pictures ? wholeSample(run, sample) : null
  const images = isOpen(run) ? data.value!.understood.images : null
  const id = ids?.[sample] ?? String(sample)
  return (
    <>
      {pictures && (
        <td class="room-picture">
          {images ? (
            <SampleImage images={images} sample={sample} />
          ) : (
            whole?.picture && <img src={whole.picture} alt={id} />
          )}
        </td>
      )}
      <td data-name="id">
        <button
          type="button"
          class="link"
          title="Show it on the map, with all that is known of it"
          onClick={() => openRow(sample)}
        >
          {id}
        </button>
      </td>
      <td data-name="cluster">
        <i class="dot" style={{ background: runColours(run, dark.value)[labels[sample]] }} />{' '}
        {clusterName(run, labels[sample])}
      </td>
      {texts.map((name, t) => (
        <td key={name} class="room-text" data-name={name}>
          <span>
            <ValueText text={whole?.texts[t] ?? ''} />
          </span>
        </td>
      ))}
      {columns.map((column) => (
        <td key={column.name} data-name={column.name}>
          <ValueText text={valueText(column, sample)} />
        </td>
      ))}
    </>
  )
}

/** Shows a sample whole beside the map, and brings it into the middle of the map; what is selected stays, unless it is one other sample. */
function openRow(sample: number): void {
  if (selected.value.length === 1) selected.value = []
  openSample.value = sample
  flight.value = { sample }
}
