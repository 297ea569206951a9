import { fixed } from '@manyview/core/words'
import { clusterTitle } from '../../map/cluster-title.ts'
import type { MapView } from '../../map/index.ts'
import type { metadataColumns } from '../../map/metadata-columns.ts'
import { unpack } from '../../map/unpack.ts'
import type { PageData } from './page-data.ts'

/** Views that are named in the box beside a dot. */
const mostViews = 8

/** The box beside the sample that is pointed at. */
export function sampleTip(tip: HTMLElement, data: PageData, metadata: ReturnType<typeof metadataColumns>) {
  const confidence = data.confidence && unpack(data.confidence)
  const codes = data.truth && unpack(data.truth.codes)
  const pulls = data.views?.map(({ name, leaning, strength }) => ({
    name,
    leaning: unpack(leaning),
    strength: unpack(strength),
  }))
  const previews = new Map(data.previews?.map(([sample, text, picture]) => [sample, { text, picture }]))
  for (const image of document.querySelectorAll<HTMLImageElement>('img[data-sample]'))
    image.src = previews.get(Number(image.dataset.sample))?.picture ?? ''

  /** `words → 3 (59 %)`, one line per view. */
  function pulledTo(sample: number): string {
    const lines = pulls!.map(({ name, leaning, strength }) =>
      leaning[sample] < data.clusters ? `${name} → ${leaning[sample]} (${strength[sample]} %)` : `${name} is missing`,
    )
    return (lines.length > mostViews ? [...lines.slice(0, mostViews), '…'] : lines).join('\n')
  }

  return {
    /** The beginning of a sample's text; '' where there is none. */
    textOf: (sample: number) => previews.get(sample)?.text ?? '',

    /** Tells of a sample that is in `cluster` now. */
    fill(sample: number, cluster: number): void {
      const set = (part: string, text: string | null) => {
        const element = tip.querySelector<HTMLElement>(`[data-part=${part}]`)
        if (!element) return
        element.hidden = text === null
        element.textContent = text
      }
      set('id', data.ids ? data.ids[sample] : `sample ${sample}`)
      set('cluster', clusterTitle(data, cluster))
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
      const corner = `${(sample % columns) * size} ${Math.floor(sample / columns) * size}`
      tip.querySelector('svg')?.setAttribute('viewBox', `${corner} ${size} ${size}`)
    },

    /** Puts it beside the sample, inside the map; −1: away. */
    place(map: MapView, sample: number): void {
      const { width, height } = map.size
      const [x, y] = sample < 0 ? [-1, -1] : map.placeOf(sample)
      tip.hidden = x < 0 || y < 0 || x > width || y > height
      if (tip.hidden) return
      const room = width - tip.offsetWidth - 8
      tip.style.left = `${Math.max(8, Math.min(x + 16, room))}px`
      tip.style.top = `${y + 16 + tip.offsetHeight > height ? Math.max(4, y - tip.offsetHeight - 12) : y + 16}px`
    },
  }
}
