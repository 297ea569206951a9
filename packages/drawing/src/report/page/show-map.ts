import { counted, grouped } from '@manyview/core/words'
import { handlesOf } from '../../figures/handles.ts'
import { ClusterMap, type ColourBy } from '../../map/cluster-map.ts'
import { clusterTitle } from '../../map/cluster-title.ts'
import { MapView } from '../../map/map-view.ts'
import { unpack } from '../../map/unpack.ts'
import { cutLabels } from './cut-labels.ts'
import { findSamples } from './find-samples.ts'
import { sampleButton } from './list-samples.ts'
import type { PageData } from './page-data.ts'
import { sampleTip } from './sample-tip.ts'

/** Samples that are listed when they were found or selected. */
const mostListed = 60
const nowhere = 65_535

const byId = (id: string) => document.getElementById(id)

/** The map, the maps of the views beside it, and all that points into them. Gives back what draws them again in other colours. */
export function showMap(frame: HTMLElement, data: PageData, isDark: () => boolean): () => void {
  const codes = data.truth && unpack(data.truth.codes)
  const id = (sample: number) => (data.ids ? data.ids[sample] : `sample ${sample}`)
  let pinnedCluster = -1
  let pointed = -1

  const point = (sample: number) => {
    if (sample >= 0 && sample !== pointed) tip.fill(sample, shown.labels[sample])
    pointed = sample
    for (const each of [map, ...small.map(({ view }) => view)]) each.mark(sample)
    tip.place(map, sample)
  }
  const select = (samples: readonly number[]) => {
    shown.selected = samples.length > 0 ? new Set(samples) : null
    tell(samples, 'selected')
    recolour()
  }
  const shown = new ClusterMap(
    frame,
    data,
    { onPoint: point, onSelect: select, onMove: () => tip.place(map, pointed) },
    { scrolls: true },
  )
  const map = shown.view
  const { fitted, columns: metadata } = shown
  const tip = sampleTip(byId('tip')!, data, metadata)
  const small = [...document.querySelectorAll<HTMLElement>('[data-view-map]')].map((element) => {
    const numbers = Float32Array.from(unpack(data.viewMaps![Number(element.dataset.viewMap)]))
    const view = new MapView(element, { onPoint: point, onSelect: select }, { scrolls: true, small: true })
    return { view, places: numbers.map((number) => (number === nowhere ? Number.NaN : number)) }
  })

  function recolour(): void {
    const { colours, order, ringed } = shown.draw(isDark())
    for (const each of small) {
      each.view.setDots({ map: each.places, colours, order })
      each.view.setMarks({ texts: [], ringed })
    }
    byId('outside')!.textContent =
      map.outside > 0
        ? `${counted(map.outside, 'sample')} far from all others lie beyond the frame: zoom out to see them. `
        : ''
  }

  const go = (sample: number) => {
    frame.scrollIntoView({ block: 'center' })
    map.flyTo(sample)
    point(sample)
  }

  /** Lists samples under the search box, and what clusters they are of. */
  function tell(samples: readonly number[], how: 'found' | 'selected'): void {
    const panel = byId('listed')!
    panel.hidden = samples.length === 0 && how === 'selected'
    const sizes = new Map<number, number>()
    for (const sample of samples) sizes.set(shown.labels[sample], (sizes.get(shown.labels[sample]) ?? 0) + 1)
    const parts = [...sizes].sort((a, b) => b[1] - a[1]).slice(0, 8)
    const words = parts.map(([cluster, count]) => `${grouped(count)} of cluster ${cluster}`).join(', ')
    byId('listed-words')!.textContent =
      `${counted(samples.length, 'sample')} ${how}${words ? `: ${words}` : ''}${sizes.size > 8 ? ', …' : ''}`
    byId('listed-samples')!.replaceChildren(
      ...samples
        .slice(0, mostListed)
        .map((sample) => sampleButton(data, sample, clusterTitle(data, shown.labels[sample]), go)),
    )
  }

  recolour()
  listenToChoices()
  listenToSearch()
  listenToTree()
  listenToTable()
  listenToChips()
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-fly]'))
    button.addEventListener('click', () => go(Number(button.dataset.fly)))
  return () => {
    recolour()
    map.draw()
    for (const { view } of small) view.draw()
  }

  function listenToSearch(): void {
    const box = byId('search') as HTMLInputElement
    const texts = (sample: number) =>
      `${id(sample)}\n${clusterTitle(data, shown.labels[sample])}\n${data.truth && codes ? data.truth.classes[codes[sample]] : ''}\n${metadata.text(sample)}\n${tip.textOf(sample)}`
    const search = () => {
      const matches = findSamples(box.value, data.samples, texts)
      shown.selected = matches && new Set(matches)
      if (matches) tell(matches, 'found')
      else byId('listed')!.hidden = true
      recolour()
      return matches
    }
    box.addEventListener('input', search)
    box.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') box.value = ''
      const matches = event.key === 'Enter' || event.key === 'Escape' ? search() : null
      if (event.key === 'Enter' && matches && matches.length > 0) go(matches[0])
    })
    byId('listed-clear')!.addEventListener('click', () => {
      box.value = ''
      select([])
    })
    const lasso = byId('lasso')!
    lasso.addEventListener('click', () => {
      const pressed = lasso.getAttribute('aria-pressed') !== 'true'
      lasso.setAttribute('aria-pressed', String(pressed))
      map.lassoing = pressed
    })
  }

  function listenToTree(): void {
    const slider = byId('cut') as HTMLInputElement | null
    const { tree } = data
    if (!slider || !tree) return
    const leaves = unpack(tree.leaves)
    slider.addEventListener('input', () => {
      const clusters = Number(slider.value)
      byId('cut-number')!.textContent = counted(clusters, 'cluster')
      shown.clusters = clusters
      shown.labels = clusters === data.clusters ? fitted : cutLabels(tree, leaves, clusters)
      recolour()
      map.draw()
    })
    for (const { part, number } of handlesOf(byId('tree')!))
      part.addEventListener('click', () => {
        slider.value = String(number)
        slider.dispatchEvent(new Event('input'))
        frame.scrollIntoView({ block: 'center' })
      })
  }

  /** A cell of the table of classes and clusters selects its samples. */
  function listenToTable(): void {
    const table = byId('confusion')
    if (!table || !codes) return
    const [classes, columns] = [table.dataset.classes!, table.dataset.clusters!].map((list) =>
      list.split(' ').map(Number),
    )
    for (const { part, number } of handlesOf(table))
      part.addEventListener('click', () => {
        const [row, column] = [classes[Math.floor(number / columns.length)], columns[number % columns.length]]
        const samples = Array.from(codes.keys()).filter((i) => codes[i] === row && fitted[i] === column)
        if (samples.length === 0) return
        select(samples)
        map.showAll()
        frame.scrollIntoView({ block: 'center' })
      })
  }

  function listenToChoices(): void {
    const choose = (chosen: ColourBy) => {
      shown.by = chosen
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
  }

  function listenToChips(): void {
    const chips = [...document.querySelectorAll<HTMLButtonElement>('button[data-cluster]')]
    const showOnly = (cluster: number) => {
      shown.only = cluster
      recolour()
    }
    for (const chip of chips) {
      const cluster = Number(chip.dataset.cluster)
      chip.addEventListener('click', () => {
        pinnedCluster = pinnedCluster === cluster ? -1 : cluster
        for (const other of chips)
          other.setAttribute('aria-pressed', String(Number(other.dataset.cluster) === pinnedCluster))
        showOnly(pinnedCluster)
      })
      chip.addEventListener('pointerenter', () => showOnly(cluster))
      chip.addEventListener('pointerleave', () => showOnly(pinnedCluster))
    }
  }
}
