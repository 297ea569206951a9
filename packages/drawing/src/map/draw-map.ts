import { InputError } from '@manyview/core'
import { dateText, fixed, readable } from '@manyview/core/words'
import { type ClusteringRecord, parseRecord, storedClustering } from '@manyview/formats'
import { confidenceScale, valueScale } from '../colour/scales.ts'
import { ClusterMap, type ColourBy } from './cluster-map.ts'
import { clusterTitle } from './cluster-title.ts'
import { componentStyle } from './component-style.ts'
import { mapData, mostLevels } from './map-data.ts'
import { unpack } from './unpack.ts'

/** What a program hears of a map. */
export interface DrawnMapEvents {
  /** Samples were selected, by a line around them or a click; none: the selection is gone. */
  onSelect?(ids: string[]): void
  /** A sample is pointed at; null: none is. */
  onPoint?(id: string | null): void
}

/** A map on the page, and what it shows. Every change is drawn at once. */
export interface DrawnMap {
  /** The ids of the selected samples. */
  selection: readonly string[]
  /** What the clusters are called. */
  names: readonly string[]
  /** One colour per cluster, as `#rrggbb`. */
  colours: readonly string[]
  /** `cluster`, `confidence`, `label`, or a column of metadata. */
  colourBy: string
  /** `light` or `dark`; null: as the page's reader prefers. */
  theme: 'light' | 'dark' | null
  /** Every sample that could be selected, in the order of the clustering. */
  readonly ids: readonly string[]
  showAll(): void
  /** Takes the map away. */
  end(): void
}

const barText = { lasso: 'Lasso', zoomIn: '+', zoomOut: '−', all: 'All' }
const barHelp = {
  lasso: 'draw a line around samples to select them; with Shift a drag always does',
  zoomIn: 'zoom in',
  zoomOut: 'zoom out',
  all: 'show all',
}
/** Levels that the legend of a category names. */
const mostNamed = 12

/** Draws the map of a clustering.json (its text, or what is in it) in an element of a page. One without a map, or that is none, gives an InputError. O(samples). */
export function drawMap(
  element: HTMLElement,
  clustering: string | ClusteringRecord,
  { onSelect, onPoint }: DrawnMapEvents = {},
): DrawnMap {
  const record = typeof clustering === 'string' ? parseRecord(clustering) : clustering
  // Checks that all arrays are as long as they should be.
  const { explanation } = storedClustering(record)
  if (!explanation) throw wrong('clustering', 'has no map, fit it again with --out and without --write none')
  const data = mapData(record)
  const ids = data.ids ?? Array.from({ length: data.samples }, (_, i) => String(i))
  const places = new Map(ids.map((id, i) => [id, i]))
  const prefersDark = matchMedia('(prefers-color-scheme: dark)')

  const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(componentStyle)
  root.adoptedStyleSheets = [sheet]
  const all = make('div', 'all')
  const bar = make('div', 'bar')
  const choice = document.createElement('select')
  choice.setAttribute('aria-label', 'colour by')
  const legend = make('span', 'legend')
  const frame = make('div', 'frame')
  frame.tabIndex = 0
  frame.setAttribute('role', 'application')
  frame.setAttribute(
    'aria-label',
    `Map of ${data.samples} samples in ${data.clusters} clusters: arrow keys go from sample to sample, + and − zoom, 0 shows all`,
  )
  const tip = make('div', 'tip')
  tip.hidden = true
  tip.setAttribute('role', 'status')
  frame.append(tip)

  const confidence = data.confidence && unpack(data.confidence)
  const codes = data.truth && unpack(data.truth.codes)
  let theme: DrawnMap['theme'] = null
  let pointed = -1
  const isDark = () => (theme === null ? prefersDark.matches : theme === 'dark')

  const point = (sample: number) => {
    if (sample !== pointed) {
      if (sample >= 0) tell(sample)
      onPoint?.(sample < 0 ? null : ids[sample])
    }
    pointed = sample
    placeTip()
  }
  const select = (samples: readonly number[]) => {
    shown.selected = samples.length > 0 ? new Set(samples) : null
    draw()
    onSelect?.(samples.map((sample) => ids[sample]))
  }
  const shown = new ClusterMap(
    frame,
    data,
    { onPoint: point, onPick: (sample) => select([sample]), onSelect: select, onMove: () => placeTip() },
    { scrolls: true },
  )
  const { view, columns } = shown

  const choices = new Map<string, ColourBy>([['cluster', 'cluster']])
  if (data.confidence) choices.set('confidence', 'confidence')
  if (data.truth) choices.set('label', 'label')
  data.metadata.forEach((column, place) => {
    const fits = column.kind !== 'category' || (column.levels.length > 0 && column.levels.length <= mostLevels)
    if (fits && !choices.has(column.name)) choices.set(column.name, `column ${place}`)
  })
  for (const name of choices.keys()) choice.append(new Option(name, name))
  choice.addEventListener('change', () => colourBy(choice.value))

  const lasso = button('lasso', () => {
    const draws = lasso.getAttribute('aria-pressed') !== 'true'
    lasso.setAttribute('aria-pressed', String(draws))
    view.lassoing = draws
  })
  lasso.setAttribute('aria-pressed', 'false')
  const zoomIn = button('zoomIn', () => view.zoom(1.5))
  const zoomOut = button('zoomOut', () => view.zoom(1 / 1.5))
  const whole = button('all', () => view.showAll())
  bar.append(choice, lasso, zoomIn, zoomOut, whole, legend)
  all.append(bar, frame)
  root.replaceChildren(all)
  const onTheme = () => draw()
  prefersDark.addEventListener('change', onTheme)
  draw()

  function draw(): void {
    all.classList.toggle('dark', isDark())
    all.classList.toggle('light', !isDark())
    shown.draw(isDark())
    drawLegend()
  }

  function colourBy(name: string): void {
    const by = choices.get(name)
    if (by === undefined)
      throw wrong('colourBy', `is "${name}", which is not there, give ${[...choices.keys()].join(', ')}`)
    shown.by = by
    choice.value = name
    draw()
  }

  function drawLegend(): void {
    const palette = isDark() ? shown.palette.dark : shown.palette.light
    const scaleOf = ({ light, dark }: { light: readonly string[]; dark: readonly string[] }) =>
      isDark() ? dark : light
    const named = (levels: readonly string[]) => {
      const parts = levels.slice(0, mostNamed).flatMap((level, code) => {
        const dot = make('span', 'dot')
        dot.style.background = palette[code]
        return [dot, level]
      })
      legend.replaceChildren(...parts, levels.length > mostNamed ? ' …' : '')
    }
    const scaled = (low: string, high: string, stops: readonly string[]) => {
      const scale = make('span', 'scale')
      scale.style.background = `linear-gradient(to right, ${stops.join(', ')})`
      legend.replaceChildren(low, scale, high)
    }
    const { by } = shown
    if (by === 'cluster') legend.replaceChildren()
    else if (by === 'confidence') scaled('0', '1', scaleOf(confidenceScale))
    else if (by === 'label') named(data.truth!.classes)
    else {
      const column = data.metadata[Number(by.split(' ')[1])]
      if (column.kind === 'category') {
        named(column.levels)
        return
      }
      const values = Array.from(unpack(column.values)).filter((value) => !Number.isNaN(value))
      const [low, high] = values.reduce(
        ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
        [Infinity, -Infinity],
      )
      const text = column.kind === 'date' ? dateText : readable
      scaled(text(low), text(high), scaleOf(valueScale))
    }
  }

  function tell(sample: number): void {
    const id = document.createElement('b')
    id.textContent = ids[sample]
    const lines = [
      clusterTitle({ names: shown.names, clusters: data.clusters }, shown.labels[sample]),
      confidence ? `confidence ${fixed(confidence[sample], 2)}` : '',
      codes ? `label ${data.truth!.classes[codes[sample]]}` : '',
      columns.text(sample),
    ]
    tip.replaceChildren(id, lines.filter((line) => line !== '').join('\n'))
  }

  /** Puts the box beside the sample that is pointed at, inside the map. */
  function placeTip(): void {
    const { width, height } = view.size
    const [x, y] = pointed < 0 ? [-1, -1] : view.placeOf(pointed)
    tip.hidden = x < 0 || y < 0 || x > width || y > height
    if (tip.hidden) return
    tip.style.left = `${Math.max(8, Math.min(x + 14, width - tip.offsetWidth - 8))}px`
    tip.style.top = `${y + 14 + tip.offsetHeight > height ? Math.max(4, y - tip.offsetHeight - 10) : y + 14}px`
  }

  return {
    ids,
    get selection() {
      return [...(shown.selected ?? [])].map((sample) => ids[sample])
    },
    set selection(chosen) {
      const unknown = chosen.find((id) => !places.has(id))
      if (unknown !== undefined) throw wrong('selection', `has "${unknown}", which is no id of a sample`)
      shown.selected = chosen.length > 0 ? new Set(chosen.map((id) => places.get(id)!)) : null
      draw()
    },
    get names() {
      return Array.from({ length: data.clusters }, (_, cluster) => shown.names?.[cluster] || `cluster ${cluster}`)
    },
    set names(names) {
      checkLength(names, 'names')
      shown.names = [...names]
      draw()
    },
    get colours() {
      return (isDark() ? shown.palette.dark : shown.palette.light).slice(0, data.clusters)
    },
    set colours(colours) {
      checkLength(colours, 'colours')
      const odd = colours.find((colour) => !/^#[0-9a-f]{6}$/i.test(colour))
      if (odd !== undefined) throw wrong('colours', `has "${odd}", write it as #rrggbb`)
      const replaced = (before: readonly string[]) => [...colours, ...before.slice(colours.length)]
      shown.palette = { light: replaced(data.colours.light), dark: replaced(data.colours.dark) }
      draw()
    },
    get colourBy() {
      return choice.value
    },
    set colourBy(name) {
      colourBy(name)
    },
    get theme() {
      return theme
    },
    set theme(wanted) {
      theme = wanted
      draw()
    },
    showAll: () => view.showAll(),
    end() {
      prefersDark.removeEventListener('change', onTheme)
      view.end()
      root.replaceChildren()
    },
  }

  function checkLength(list: readonly string[], what: string): void {
    if (list.length !== data.clusters)
      throw wrong(what, `has ${list.length} entries but there are ${data.clusters} clusters, give one for each`)
  }
}

function wrong(argument: string, message: string): InputError {
  return new InputError(message, { code: 'bad-option', argument })
}

function make(name: string, className: string): HTMLElement {
  const element = document.createElement(name)
  element.className = className
  return element
}

function button(what: keyof typeof barText, action: () => void): HTMLButtonElement {
  const element = document.createElement('button')
  element.type = 'button'
  element.textContent = barText[what]
  element.title = barHelp[what]
  if (barText[what].length < 2) element.setAttribute('aria-label', barHelp[what])
  element.addEventListener('click', action)
  return element
}
