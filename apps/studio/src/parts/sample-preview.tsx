import { typicalFirst } from '@manyview/formats'
import { useMemo } from 'preact/hooks'
import { hasThings, previewOf } from '../state/previews.ts'
import type { Run } from '../state/run.ts'

/** Pictures on the contact sheet of a cluster. */
const mostPictures = 24

/** The small picture of a sample, where it has one; `named` where its name stands beside it. */
export function SamplePicture({ run, sample, named = false }: { run: Run; sample: number; named?: boolean }) {
  const picture = previewOf(run, sample)?.picture
  const name = run.stored.ids?.[sample] ?? `Sample ${sample}`
  return picture ? <img class="preview" src={picture} alt={named ? '' : name} title={name} /> : null
}

/** The beginning of the text of a sample, where it has one. */
export function SampleText({ run, sample }: { run: Run; sample: number }) {
  const text = previewOf(run, sample)?.text
  return text ? (
    <span class="snippet" title={text}>
      {text}
    </span>
  ) : null
}

/** Small pictures of a cluster, the most typical first; nothing where samples are no pictures. */
export function ContactSheet({ run, cluster }: { run: Run; cluster: number }) {
  const samples = useMemo(() => typicalFirst(run.stored, cluster), [run.stored, cluster])
  if (!hasThings(run)) return null
  const pictures = samples.slice(0, mostPictures).filter((sample) => previewOf(run, sample)?.picture)
  if (pictures.length === 0) return null
  return (
    <div>
      <h3>{pictures.length < samples.length ? 'Some pictures' : 'Pictures'}, typical first</h3>
      <div class="contact">
        {pictures.map((sample) => (
          <SamplePicture key={sample} run={run} sample={sample} />
        ))}
      </div>
    </div>
  )
}
