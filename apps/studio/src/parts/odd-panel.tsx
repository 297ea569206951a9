import { outlierLimit } from '@manyview/core/methods'
import { counted, fixed, grouped, plural } from '@manyview/core/words'
import { outliersFigure } from '@manyview/drawing'
import { strangestFirst } from '@manyview/formats'
import { Figure } from '../figures/figure.tsx'
import { flyTo } from '../state/pointing.ts'
import { clusterName, type Run } from '../state/run.ts'
import { SamplePicture, SampleText } from './sample-preview.tsx'

/** Rows of each table. */
const listed = 50

/** The samples that are most unlike all others, and those that coincide. */
export function OddPanel({ run }: { run: Run }) {
  return (
    <div class="odd-panel">
      <Outliers run={run} />
      <Copies run={run} />
    </div>
  )
}

/** A sample with its picture and the beginning of its text; a click shows it on the map, whole. */
function SampleHandle({ run, sample }: { run: Run; sample: number }) {
  return (
    <div class="odd-sample">
      <SamplePicture run={run} sample={sample} named />
      <div>
        <button type="button" class="link" onClick={() => flyTo(sample)}>
          {run.stored.ids?.[sample] ?? `Sample ${sample}`}
        </button>
        <SampleText run={run} sample={sample} />
      </div>
    </div>
  )
}

function Head({ names }: { names: readonly string[] }) {
  return (
    <thead>
      <tr>
        {names.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
  )
}

function Outliers({ run }: { run: Run }) {
  const { labels, outliers } = run.stored
  const scores = run.stored.outlierScores!
  const strangest = strangestFirst(run.stored, listed)
  return (
    <section>
      <h3>Most unlike all others</h3>
      <p class="muted">
        A sample scores high where its views do not belong together, or where it is alone among its neighbours. The
        score counts deviations from the median.{' '}
        {outliers ? (
          <SetAside outliers={outliers} />
        ) : (
          'Past 3.5 a sample is worth a look, or can be set aside (Change, then More).'
        )}{' '}
        The map can be coloured by the score.
      </p>
      <Figure
        title="Outlier scores of the samples"
        file="outliers"
        of={[run.stored]}
        draw={(canvas) => outliersFigure(run.stored, canvas)}
      />
      <table aria-label="Outlier scores">
        <Head names={['Sample', 'Cluster', 'Score']} />
        <tbody>
          {strangest.map((sample) => (
            <tr key={sample} class={scores[sample] > outlierLimit ? 'outlier' : ''}>
              <th scope="row">
                <SampleHandle run={run} sample={sample} />
              </th>
              <td>
                {outliers?.[sample]
                  ? `none, nearest ${clusterName(run, labels[sample])}`
                  : clusterName(run, labels[sample])}
              </td>
              <td class="number-text">{fixed(scores[sample], 1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function SetAside({ outliers }: { outliers: Uint8Array }) {
  const marked = outliers.reduce((sum, mark) => sum + mark, 0)
  if (marked === 0) return <>No sample was set aside.</>
  return (
    <>
      {counted(marked, 'sample')} {plural(marked, 'was', 'were')} set aside before the fit: label −1 in labels.csv,
      shown in the nearest cluster.
    </>
  )
}

function Copies({ run }: { run: Run }) {
  const pairs = run.stored.record.duplicates ?? []
  const exact = pairs.filter((pair) => pair.exact).length
  return (
    <section>
      <h3>Copies</h3>
      {pairs.length === 0 ? (
        <p class="muted">No two samples coincide.</p>
      ) : (
        <>
          <p class="muted">
            {counted(pairs.length, 'pair')} of samples coincide, {grouped(exact)} of them wholly.
          </p>
          <table aria-label="Samples that coincide">
            <Head names={['Sample', 'Copy', 'How']} />
            <tbody>
              {pairs.slice(0, listed).map(({ first, second, exact, differsIn }) => (
                <tr key={`${first} ${second}`}>
                  <th scope="row">
                    <SampleHandle run={run} sample={first} />
                  </th>
                  <td>
                    <SampleHandle run={run} sample={second} />
                  </td>
                  <td>{exact ? 'identical' : differsIn === null ? 'near' : `near, but for ${differsIn}`}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {pairs.length > listed && <p class="muted">and {grouped(pairs.length - listed)} more in clustering.json</p>}
        </>
      )}
    </section>
  )
}
