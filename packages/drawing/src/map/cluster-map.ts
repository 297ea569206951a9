import { confidenceScale } from '../colour/scales.ts'
import { clusterCentres, mapName } from './cluster-centres.ts'
import { brightLast, coloursByCode, coloursByValue, dimInto, mixedOrder, surestFirst } from './dot-colours.ts'
import type { MapData } from './map-data.ts'
import { type MapEvents, type MapManners, MapView } from './map-view.ts'
import { metadataColumns } from './metadata-columns.ts'
import { unpack } from './unpack.ts'

/** What dots are coloured by: `column 3` is the fourth column of metadata. */
export type ColourBy = 'cluster' | 'confidence' | 'label' | `column ${number}`

/** Samples that get a ring each when they are selected. */
const mostRings = 40

/** The clusters of a clustering on a map: coloured, named, one of them or a selection shown before the others. What is set is seen with the next `draw`. */
export class ClusterMap {
  readonly view: MapView
  readonly columns: ReturnType<typeof metadataColumns>
  /** The cluster of each sample as it was fitted. */
  readonly fitted: ArrayLike<number>
  labels: ArrayLike<number>
  clusters: number
  names: readonly string[] | null
  palette: MapData['colours']
  by: ColourBy = 'cluster'
  /** The cluster that is shown before the others; −1: none is. */
  only = -1
  /** The samples that are shown before the others; null: all are alike. */
  selected: ReadonlySet<number> | null = null
  private readonly places: ArrayLike<number>
  private readonly confidence: ArrayLike<number> | null
  private readonly codes: ArrayLike<number> | null

  constructor(
    frame: HTMLElement,
    readonly data: MapData,
    events: MapEvents,
    manners?: MapManners,
  ) {
    this.places = unpack(data.map)
    this.fitted = unpack(data.labels)
    this.labels = this.fitted
    this.clusters = data.clusters
    this.names = data.names
    this.palette = data.colours
    this.confidence = data.confidence && unpack(data.confidence)
    this.codes = data.truth && unpack(data.truth.codes)
    this.columns = metadataColumns(data)
    this.view = new MapView(frame, events, manners)
  }

  /** Draws in the colours of a light or a dark page, and gives what other maps of the same samples are drawn with. O(samples). */
  draw(dark: boolean): { colours: Uint8Array; order: Uint32Array; ringed: number[] } {
    const { places, labels, clusters, only, selected } = this
    const colours = this.colours(dark)
    let order = this.by === 'confidence' ? surestFirst(this.confidence!) : mixedOrder(this.data.samples)
    const bright = selected
      ? (sample: number) => selected.has(sample)
      : only >= 0
        ? (sample: number) => labels[sample] === only
        : null
    if (bright) {
      dimInto(colours, bright)
      order = brightLast(order, bright)
    }
    const texts = clusterCentres(places, labels, clusters).flatMap((centre, cluster) =>
      centre ? [{ ...centre, ...mapName(this.title(cluster), cluster), faint: only >= 0 && only !== cluster }] : [],
    )
    const ringed = selected && selected.size <= mostRings ? [...selected] : []
    this.view.setDots({ map: places, colours, order })
    this.view.setMarks({ texts, ringed })
    return { colours, order, ringed }
  }

  /** The name of a cluster, which those of another cut of the tree have none of. */
  private title(cluster: number): string {
    return (this.clusters === this.data.clusters && this.names?.[cluster]) || `cluster ${cluster}`
  }

  private colours(dark: boolean): Uint8Array {
    const palette = dark ? this.palette.dark : this.palette.light
    if (this.by.startsWith('column')) return this.columns.colours(Number(this.by.split(' ')[1]), dark)
    if (this.by === 'confidence')
      return coloursByValue(this.confidence!, [0, 1], dark ? confidenceScale.dark : confidenceScale.light)
    return coloursByCode(this.by === 'label' ? this.codes! : this.labels, palette)
  }
}
