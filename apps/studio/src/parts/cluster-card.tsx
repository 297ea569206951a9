import { fixed, grouped, percent, readable } from '@manyview/core/words'
import { type FeatureRecord, featureName } from '@manyview/formats'
import { colourByFeature, flyTo, selectOnMap } from '../state/pointing.ts'
import { hasThings } from '../state/previews.ts'
import { renameCluster } from '../state/rename-cluster.ts'
import { clusterName, type Run } from '../state/run.ts'
import { changeRun, data, isOpen } from '../state/session.ts'
import type { SampleImages } from '../worker/understood.ts'
import { SampleImage } from './sample-image.tsx'
import { ContactSheet, SamplePicture, SampleText } from './sample-preview.tsx'

/** Features shown for each view. */
const shownFeatures = 3

/** One cluster. */
export function ClusterCard({ run, cluster, colour }: { run: Run; cluster: number; colour: string }) {
  const { record, explanation, ids } = run.stored
  const explained = explanation?.clusters[cluster]
  const share = record.sizes[cluster] / record.samples
  const images = isOpen(run) ? data.value!.understood.images : null
  const name = (sample: number) => ids?.[sample] ?? String(sample)
  return (
    <li class="card">
      <header>
        <i class="dot" style={{ background: colour }} />
        <input
          class="name"
          aria-label={`Name of cluster ${cluster}`}
          title={clusterName(run, cluster)}
          placeholder={clusterName(run, cluster)}
          value={run.names[cluster]}
          onChange={(event) => {
            if (!renameCluster(run, cluster, event.currentTarget.value)) event.currentTarget.value = run.names[cluster]
          }}
        />
        <span class="number-text">
          <button
            type="button"
            class="link"
            title="Select its samples on the map"
            onClick={() => selectOnMap(samplesOf(run, cluster))}
          >
            {grouped(record.sizes[cluster])}
          </button>
          <span class="muted"> · {percent(share, share < 0.01 ? 2 : 0)}</span>
        </span>
      </header>
      {explained && (
        <>
          <div class="examples">
            <Examples
              title="Typical"
              samples={withoutCopies(run, explained.typical)}
              name={name}
              images={images}
              run={run}
            />
            <Examples
              title="Doubtful"
              samples={withoutCopies(run, explained.doubtful).slice(0, 3)}
              name={name}
              images={images}
              run={run}
            />
          </div>
          <ContactSheet run={run} cluster={cluster} />
          <h3>Set apart by</h3>
          <table class="features">
            <tbody>
              {record.views.map(({ name: view }, v) =>
                explained.features[v]
                  .slice(0, shownFeatures)
                  .map((feature, i) => (
                    <FeatureRow
                      key={`${view}-${feature.feature}`}
                      view={i === 0 ? view : null}
                      rows={Math.min(shownFeatures, explained.features[v].length)}
                      feature={feature}
                      colour={isOpen(run) ? () => colourByFeature(view, feature.feature) : null}
                    />
                  )),
              )}
            </tbody>
          </table>
        </>
      )}
      <footer>
        {explained?.meanConfidence != null && (
          <span class="muted">mean confidence {explained.meanConfidence.toFixed(2)}</span>
        )}
        <MergeChoice run={run} cluster={cluster} />
      </footer>
    </li>
  )
}

/** The samples without those that repeat an earlier one of them wholly. */
function withoutCopies({ stored: { record } }: Run, samples: readonly number[]): number[] {
  const pairs = (record.duplicates ?? []).filter(({ exact }) => exact)
  const repeats = (sample: number, other: number) =>
    pairs.some(({ first, second }) => (first === other && second === sample) || (first === sample && second === other))
  return samples.filter((sample, i) => !samples.slice(0, i).some((other) => repeats(sample, other)))
}

function samplesOf({ stored: { labels } }: Run, cluster: number): number[] {
  return Array.from(labels.keys()).filter((sample) => labels[sample] === cluster)
}

interface ExamplesProps {
  title: string
  samples: readonly number[]
  name(sample: number): string
  images: SampleImages | null
  run: Run
}

/** Some samples of a cluster, as pictures or texts where there are any. */
function Examples({ title, samples, name, images, run }: ExamplesProps) {
  return (
    <div>
      <h3>{title}</h3>
      {images ? (
        <p class="images">
          {samples.map((sample) => (
            <button key={sample} type="button" class="link" onClick={() => flyTo(sample)}>
              <SampleImage images={images} sample={sample} title={`Sample ${sample}`} />
            </button>
          ))}
        </p>
      ) : hasThings(run) ? (
        <p class="previews">
          {samples.flatMap((sample) => [
            <SamplePicture key={`picture ${sample}`} run={run} sample={sample} />,
            <SampleText key={`text ${sample}`} run={run} sample={sample} />,
          ])}
        </p>
      ) : (
        <p class="cut" title={samples.map(name).join(', ')}>
          {samples.map((sample, i) => (
            <span key={sample}>
              {i > 0 && ', '}
              <button type="button" class="link" onClick={() => flyTo(sample)}>
                {name(sample)}
              </button>
            </span>
          ))}
        </p>
      )}
    </div>
  )
}

interface FeatureRowProps {
  view: string | null
  rows: number
  feature: FeatureRecord
  /** Colours the map by it; null where its values are not at hand. */
  colour: (() => void) | null
}

/** One feature; the first row of a view carries its name for all `rows` of them. */
function FeatureRow({ view, rows, feature, colour }: FeatureRowProps) {
  const { effect, meanInside, meanOutside } = feature
  const up = effect > 0
  const chance = feature.byChance ? '; chance alone would show as much' : ''
  const title = `mean ${readable(meanInside)} inside, ${readable(meanOutside)} outside; effect ${fixed(effect, 2)}${chance}`
  return (
    <tr title={title} class={feature.byChance ? 'by-chance' : ''}>
      {view !== null && (
        <th scope="rowgroup" class="cut" rowSpan={rows}>
          {view}
        </th>
      )}
      <td class="cut">
        {colour ? (
          <button type="button" class="link cut" title={featureName(feature)} onClick={colour}>
            {featureName(feature)}
          </button>
        ) : (
          featureName(feature)
        )}
      </td>
      <td class="effect">
        <svg viewBox="0 0 60 8" role="img" aria-label={`${up ? 'higher' : 'lower'}, ${title}`}>
          <line x1="30" x2="30" y1="0" y2="8" stroke="var(--muted)" stroke-width="0.8" />
          <rect
            x={up ? 30 : 30 + 30 * effect}
            y="1.5"
            width={Math.abs(30 * effect)}
            height="5"
            rx="1"
            fill={up ? 'var(--accent)' : 'var(--warm)'}
          />
        </svg>
      </td>
      <td class="muted">{up ? 'higher' : 'lower'}</td>
    </tr>
  )
}

/** Merging points at the cluster whose label is exported; those that pointed here follow. */
function MergeChoice({ run, cluster }: { run: Run; cluster: number }) {
  const { groups } = run
  const merge = (target: number) =>
    changeRun(run.id, {
      groups: groups.map((group, other) => (other === cluster || group === cluster ? groups[target] : group)),
    })
  return (
    <label class="inline">
      <span class="muted">Merge with</span>
      <select
        class="quiet"
        aria-label={`Merge cluster ${cluster} with`}
        value={groups[cluster]}
        onChange={(event) => {
          const target = Number(event.currentTarget.value)
          if (target === cluster)
            changeRun(run.id, { groups: groups.map((group, other) => (other === cluster ? cluster : group)) })
          else merge(target)
        }}
      >
        {groups.map((group, other) =>
          group === other || other === cluster ? (
            <option key={clusterName(run, other)} value={other}>
              {other === cluster ? 'none' : clusterName(run, other)}
            </option>
          ) : null,
        )}
      </select>
    </label>
  )
}
