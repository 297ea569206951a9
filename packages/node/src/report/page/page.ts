import type { ColourBy } from './colouring.ts'
import type { PageData } from './page-data.ts'
import { SampleMap } from './sample-map.ts'
import { unpack } from './unpack.ts'

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

const canvas = byId('map') as HTMLCanvasElement | null
if (canvas) showMap(canvas, JSON.parse(byId('data')!.textContent!) as PageData)

function showMap(canvas: HTMLCanvasElement, data: PageData): void {
  const tip = byId('tip')!
  const map = new SampleMap(canvas, data, isDark, (sample, x, y) => {
    tip.hidden = sample < 0
    if (sample < 0) return
    fillTip(sample)
    const room = canvas.clientWidth - tip.offsetWidth - 8
    tip.style.left = `${Math.max(8, Math.min(x + 16, room))}px`
    tip.style.top = `${y + 16 + tip.offsetHeight > canvas.clientHeight ? Math.max(4, y - tip.offsetHeight - 12) : y + 16}px`
  })
  themed.push(() => map.recolour())

  const pulls = data.views?.map(({ name, leaning, strength }) => ({
    name,
    leaning: unpack(leaning),
    strength: unpack(strength),
  }))
  /** `words → 3 (59 %)`, one line a view. */
  function pulledTo(sample: number): string {
    const lines = pulls!.map(({ name, leaning, strength }) =>
      leaning[sample] < data.clusters ? `${name} → ${leaning[sample]} (${strength[sample]} %)` : `${name} is missing`,
    )
    return (lines.length > mostViews ? [...lines.slice(0, mostViews), '…'] : lines).join('\n')
  }

  function fillTip(sample: number): void {
    const cluster = map.labels[sample]
    const set = (part: string, text: string | null) => {
      const element = tip.querySelector<HTMLElement>(`[data-part=${part}]`)
      if (!element) return
      element.hidden = text === null
      element.textContent = text
    }
    set('id', data.ids ? data.ids[sample] : `sample ${sample}`)
    set('cluster', `cluster ${cluster}`)
    set('confidence', map.confidence ? `confidence ${map.confidence[sample].toFixed(2)}` : null)
    set('label', data.truth && map.codes ? `label ${data.truth.classes[map.codes[sample]]}` : null)
    set('views', pulls ? pulledTo(sample) : null)
    const { thumbnails } = data
    if (!thumbnails) return
    const { size, columns } = thumbnails
    tip
      .querySelector('svg')
      ?.setAttribute('viewBox', `${(sample % columns) * size} ${Math.floor(sample / columns) * size} ${size} ${size}`)
  }

  for (const choice of document.querySelectorAll<HTMLInputElement>('input[name=colour]'))
    choice.addEventListener('change', () => {
      map.colourBy(choice.value as ColourBy)
      for (const legend of document.querySelectorAll<HTMLElement>('[data-legend]'))
        legend.hidden = legend.dataset.legend !== choice.value
    })
  byId('zoom-in')?.addEventListener('click', () => map.zoom(1.6))
  byId('zoom-out')?.addEventListener('click', () => map.zoom(1 / 1.6))
  byId('zoom-all')?.addEventListener('click', () => map.reset())

  const chips = [...document.querySelectorAll<HTMLButtonElement>('button[data-cluster]')]
  let kept = -1
  for (const chip of chips) {
    const cluster = Number(chip.dataset.cluster)
    chip.addEventListener('click', () => {
      kept = kept === cluster ? -1 : cluster
      for (const other of chips) other.setAttribute('aria-pressed', String(Number(other.dataset.cluster) === kept))
      map.showOnly(kept)
    })
    chip.addEventListener('pointerenter', () => map.showOnly(cluster))
    chip.addEventListener('pointerleave', () => map.showOnly(kept))
  }
}
