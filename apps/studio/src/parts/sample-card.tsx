import type { Size } from '@manyview/drawing/map'
import { pulledElsewhere } from '@manyview/formats'
import { previewOf } from '../state/previews.ts'
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
  const text = previewOf(run, sample)?.text
  const toLeft = place[0] > size.width - (text ? 300 : 240)
  const toTop = place[1] > size.height - 110 - 24 * other.length - (text ? 80 : 0)
  const shift = `translate(${toLeft ? 'calc(-100% - 14px)' : '14px'}, ${toTop ? 'calc(-100% - 10px)' : '10px'})`
  return (
    <div class="sample-card" style={{ left: `${place[0]}px`, top: `${place[1]}px`, transform: shift }}>
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
