import type { Size } from '@manyview/drawing/map'
import { pulledElsewhere } from '@manyview/formats'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { clusterName, type Run } from '../state/run.ts'
import { data, isOpen } from '../state/session.ts'
import { truthOf } from '../state/truth.ts'
import { SampleImage } from './sample-image.tsx'
import { SampleMetadata } from './sample-metadata.tsx'
import { SamplePicture, SampleText } from './sample-preview.tsx'

/** Views that are told of at most. */
const mostViews = 3

/** What is known of the sample that is pointed at, beside it. */
export function SampleCard(props: { run: Run; sample: number; place: [number, number]; size: Size }) {
  const { run, sample, place, size } = props
  const { ids, labels } = run.stored
  const truth = truthOf(run)
  const other = pulledElsewhere(run.stored, sample).slice(0, mostViews)
  const images = isOpen(run) ? data.value!.understood.images : null
  const card = useRef<HTMLDivElement>(null)
  const [extent, setExtent] = useState([280, 120])
  // It lies beside the dot on the side that has room, and never beyond the map.
  useLayoutEffect(() => {
    const { offsetWidth = 0, offsetHeight = 0 } = card.current ?? {}
    if (offsetWidth !== extent[0] || offsetHeight !== extent[1]) setExtent([offsetWidth, offsetHeight])
  })
  const along = (at: number, length: number, room: number) =>
    Math.max(4, Math.min(at + 14 + length <= room ? at + 14 : at - 14 - length, room - length - 4))
  const left = along(place[0], extent[0], size.width)
  const top = along(place[1], extent[1], size.height)
  return (
    <div ref={card} class="sample-card" style={{ left: `${left}px`, top: `${top}px` }}>
      {images && <SampleImage images={images} sample={sample} />}
      <SamplePicture run={run} sample={sample} />
      <div>
        <b class="cut">{ids?.[sample] ?? `Sample ${sample}`}</b>
        <SampleText run={run} sample={sample} />
        <div>{clusterName(run, labels[sample])}</div>
        {run.confidence && <div class="muted">confidence {run.confidence[sample].toFixed(2)}</div>}
        {truth && (
          <div class="muted">
            {truth.name} {truth.classes[truth.codes[sample]]}
          </div>
        )}
        <SampleMetadata stored={run.stored} sample={sample} />
        {other.map(({ view, cluster }) => (
          <div key={view} class="muted cut">
            {view} → {clusterName(run, cluster)}
          </div>
        ))}
      </div>
    </div>
  )
}
