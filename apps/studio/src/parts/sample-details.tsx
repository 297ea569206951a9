import { pulledElsewhere } from '@manyview/formats'
import { clusterName, type Run } from '../state/run.ts'
import { data, isOpen } from '../state/session.ts'
import { columnsOf, textsOf, valueText, wholeSample } from '../state/sheet.ts'
import { SampleImage } from './sample-image.tsx'
import { ValueText } from './value-text.tsx'

/** All that is known of one sample: its picture, its texts, every column, and the views that would put it elsewhere. */
export function SampleDetails({ run, sample }: { run: Run; sample: number }) {
  const { ids, labels } = run.stored
  const texts = textsOf(run)
  const whole = isOpen(run) ? wholeSample(run, sample) : null
  const images = isOpen(run) ? data.value!.understood.images : null
  const elsewhere = pulledElsewhere(run.stored, sample)
  const lines: [string, string][] = [
    ['cluster', clusterName(run, labels[sample])],
    ...columnsOf(run).map((column): [string, string] => [column.name, valueText(column, sample)]),
    ...elsewhere.map(({ view, cluster }): [string, string] => [`${view} alone`, `→ ${clusterName(run, cluster)}`]),
  ]
  return (
    <article class="sample-details" aria-label="Sample">
      <h3>{ids?.[sample] ?? `Sample ${sample}`}</h3>
      {images && <SampleImage images={images} sample={sample} />}
      {whole?.picture && <img src={whole.picture} alt={ids?.[sample] ?? `Sample ${sample}`} />}
      {texts.map((name, t) => (
        <p key={name} class="whole-text">
          <ValueText text={whole?.texts[t] ?? ''} />
        </p>
      ))}
      <dl>
        {lines.map(
          ([name, value]) =>
            value !== '' && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <ValueText text={value} />
                </dd>
              </div>
            ),
        )}
      </dl>
    </article>
  )
}
