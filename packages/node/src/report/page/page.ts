import { counted, fixed } from '@manyview/core/words'
import {
  clusterCentres,
  coloursByCode,
  coloursByValue,
  confidenceScale,
  dimInto,
  MapView,
  mixedOrder,
  surestFirst,
} from '@manyview/drawing/map'
import { cutLabels } from './cut-labels.ts'
import { metadataColumns } from './metadata-columns.ts'
import type { PageData } from './page-data.ts'
import { unpack } from './unpack.ts'

/** What dots are coloured by: `column 3` is the fourth column of metadata. */
type ColourBy = 'cluster' | 'confidence' | 'label' | `column ${number}`

/** Views that are named in the box beside a dot. */
const mostViews = 8

const root = document.documentElement
const prefersDark = matchMedia('(prefers-color-scheme: dark)')
const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : prefersDark.matches)
const byId = (id: string) => document.getElementById(id)
const themed: (() => void)[] = []

byId('theme')?.addEventListener('click', () => {
  root.dataset.theme = isDark() ? 'light' : 'dark'
  for (const change of themed) change()
})
prefersDark.addEventListener('change', () => {
  for (const change of themed) change()
})

// On paper everything is unfolded and light, the map too.
let before: string | undefined
addEventListener('beforeprint', () => {
  for (const part of document.querySelectorAll('details')) part.open = true
  before = root.dataset.theme
  root.dataset.theme = 'light'
  for (const change of themed) change()
})
addEventListener('afterprint', () => {
  if (before === undefined) delete root.dataset.theme
  else root.dataset.theme = before
  for (const change of themed) change()
})

const frame = byId('map')
if (frame) showMap(frame, JSON.parse(byId('data')!.textContent!) as PageData)

function showMap(frame: HTMLElement, data: PageData): void {
  const tip = byId('tip')!
  const places = unpack(data.map)
  const fitted = unpack(data.labels)
  let labels: Parameters<typeof coloursByCode>[0] = fitted
  let centres = data.centres
  const confidence = data.confidence && unpack(data.confidence)
  const codes = data.truth && unpack(data.truth.codes)
  let by: ColourBy = 'cluster'
  let only = -1
  let pointed = -1
  const map = new MapView(
    frame,
    {
      onPoint(sample) {
        if (sample >= 0 && sample !== pointed) fillTip(sample)
        pointed = sample
        placeTip()
      },
      onMove: placeTip,
    },
    true,
  )

  const metadata = metadataColumns(data)

  function recolour(): void {
    const dark = isDark()
    const scale = dark ? confidenceScale.dark : confidenceScale.light
    const colours = by.startsWith('column')
      ? metadata.colours(Number(by.split(' ')[1]), dark)
      : by === 'confidence'
        ? coloursByValue(confidence!, [0, 1], scale)
        : coloursByCode(by === 'label' ? codes! : labels, dark ? data.colours.dark : data.colours.light)
    if (only >= 0) dimInto(colours, (sample) => labels[sample] === only)
    const order = by === 'confidence' ? surestFirst(confidence!) : mixedOrder(data.samples)
    map.setDots({ map: places, colours, order })
    const texts = centres.flatMap((centre, cluster) =>
      centre ? [{ x: centre[0], y: centre[1], text: String(cluster), faint: only >= 0 && only !== cluster }] : [],
    )
    map.setMarks({ texts, ringed: [] })
  }
  recolour()
  themed.push(() => {
    recolour()
    map.draw()
  })

  /** Beside the sample that is pointed at, inside the map. */
  function placeTip(): void {
    const { width, height } = map.size
    const [x, y] = pointed < 0 ? [-1, -1] : map.placeOf(pointed)
    tip.hidden = x < 0 || y < 0 || x > width || y > height
    if (tip.hidden) return
    const room = width - tip.offsetWidth - 8
    tip.style.left = `${Math.max(8, Math.min(x + 16, room))}px`
    tip.style.top = `${y + 16 + tip.offsetHeight > height ? Math.max(4, y - tip.offsetHeight - 12) : y + 16}px`
  }

  const pulls = data.views?.map(({ name, leaning, strength }) => ({
    name,
    leaning: unpack(leaning),
    strength: unpack(strength),
  }))
  /** `words → 3 (59 %)`, one line per view. */
  function pulledTo(sample: number): string {
    const lines = pulls!.map(({ name, leaning, strength }) =>
      leaning[sample] < data.clusters ? `${name} → ${leaning[sample]} (${strength[sample]} %)` : `${name} is missing`,
    )
    return (lines.length > mostViews ? [...lines.slice(0, mostViews), '…'] : lines).join('\n')
  }

  const previews = new Map(data.previews?.map(([sample, text, picture]) => [sample, { text, picture }]))
  for (const image of document.querySelectorAll<HTMLImageElement>('img[data-sample]'))
    image.src = previews.get(Number(image.dataset.sample))?.picture ?? ''

  function fillTip(sample: number): void {
    const cluster = labels[sample]
    const set = (part: string, text: string | null) => {
      const element = tip.querySelector<HTMLElement>(`[data-part=${part}]`)
      if (!element) return
      element.hidden = text === null
      element.textContent = text
    }
    set('id', data.ids ? data.ids[sample] : `sample ${sample}`)
    set('cluster', `cluster ${cluster}`)
    set('confidence', confidence ? `confidence ${fixed(confidence[sample], 2)}` : null)
    set('label', data.truth && codes ? `label ${data.truth.classes[codes[sample]]}` : null)
    set('metadata', data.metadata.length > 0 ? metadata.text(sample) : null)
    set('views', pulls ? pulledTo(sample) : null)
    const preview = previews.get(sample)
    set('text', preview?.text ?? null)
    const picture = tip.querySelector('img')
    if (picture) {
      picture.hidden = !preview?.picture
      picture.src = preview?.picture ?? ''
    }
    const { thumbnails } = data
    if (!thumbnails) return
    const { size, columns } = thumbnails
    tip
      .querySelector('svg')
      ?.setAttribute('viewBox', `${(sample % columns) * size} ${Math.floor(sample / columns) * size} ${size} ${size}`)
  }

  const slider = byId('cut') as HTMLInputElement | null
  const { tree } = data
  if (slider && tree) {
    const leaves = unpack(tree.leaves)
    slider.addEventListener('input', () => {
      const clusters = Number(slider.value)
      byId('cut-number')!.textContent = counted(clusters, 'cluster')
      const cut = cutLabels(tree, leaves, clusters)
      labels = clusters === data.clusters ? fitted : cut
      centres = clusters === data.clusters ? data.centres : clusterCentres(Float64Array.from(places), cut, clusters)
      recolour()
      map.draw()
    })
  }

  const choose = (chosen: ColourBy) => {
    by = chosen
    recolour()
    for (const legend of document.querySelectorAll<HTMLElement>('[data-legend]'))
      legend.hidden = legend.dataset.legend !== chosen
  }
  const choices = [...document.querySelectorAll<HTMLInputElement>('input[name=colour]')]
  const select = document.querySelector<HTMLSelectElement>('#column')
  for (const choice of choices)
    choice.addEventListener('change', () => {
      if (select) select.value = ''
      choose(choice.value as ColourBy)
    })
  select?.addEventListener('change', () => {
    for (const choice of choices) choice.checked = select.value === '' && choice.value === 'cluster'
    choose(select.value === '' ? 'cluster' : `column ${Number(select.value)}`)
  })
  byId('zoom-in')?.addEventListener('click', () => map.zoom(1.5))
  byId('zoom-out')?.addEventListener('click', () => map.zoom(1 / 1.5))
  byId('zoom-all')?.addEventListener('click', () => map.showAll())

  const chips = [...document.querySelectorAll<HTMLButtonElement>('button[data-cluster]')]
  let kept = -1
  const showOnly = (cluster: number) => {
    only = cluster
    recolour()
  }
  for (const chip of chips) {
    const cluster = Number(chip.dataset.cluster)
    chip.addEventListener('click', () => {
      kept = kept === cluster ? -1 : cluster
      for (const other of chips) other.setAttribute('aria-pressed', String(Number(other.dataset.cluster) === kept))
      showOnly(kept)
    })
    chip.addEventListener('pointerenter', () => showOnly(cluster))
    chip.addEventListener('pointerleave', () => showOnly(kept))
  }
}
