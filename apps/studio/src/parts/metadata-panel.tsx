import { counted, fixed, pValue } from '@manyview/core/words'
import { survivalFigure } from '@manyview/drawing'
import { clusterText, effectNames } from '@manyview/formats'
import { Figure } from '../figures/figure.tsx'
import { clusterName, type Run } from '../state/run.ts'
import { Scroller } from './scroller.tsx'

/** Clusters that get a column each. */
const mostClusters = 12

/** How the clusters go with what else is known of the samples. */
export function MetadataPanel({ run }: { run: Run }) {
  const { record } = run.stored
  const { associations, leftOut } = record.associations!
  const names = record.sizes.map((_, cluster) => clusterName(run, cluster))
  const survival = associations.find((each) => each.kind === 'survival')
  const effects = [...new Set(associations.map(({ kind }) => effectNames[kind]))]
  return (
    <div class="metadata-panel">
      <p class="muted">How the clusters go with what else is known of the samples. None of it was used to make them.</p>
      {survival && (
        <Figure
          title="Survival by cluster"
          file="survival"
          of={[survival, run.names]}
          draw={(canvas) => survivalFigure(survival, canvas, names)}
          note={`Kaplan and Meier: the share without the event, with a cross where a sample was last seen. Log-rank test: p = ${pValue(survival.p)}.`}
        />
      )}
      {associations.length > 0 && <Tests run={run} />}
      {associations.length > 0 && (
        <p class="muted">
          q: p adjusted for {counted(associations.length, 'test')} (Benjamini and Hochberg). Effect, from 0 to 1:{' '}
          {effects.join(', ')}.{associations.some(({ kind }) => kind === 'number') && ' Numbers: median (quartiles).'}
          {associations.some(({ smallCounts }) => smallCounts > 0) && ' *: counts under 5, take p with care.'}
        </p>
      )}
      {leftOut.length > 0 && (
        <p class="muted">Not tested: {leftOut.map(({ column, reason }) => `${column} (${reason})`).join('; ')}.</p>
      )}
    </div>
  )
}

function Tests({ run }: { run: Run }) {
  const { record } = run.stored
  const clusters = Array.from(record.sizes.keys()).slice(0, mostClusters)
  return (
    <Scroller label="Tests of the metadata">
      <table aria-label="Tests of the metadata">
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Test</th>
            <th scope="col">p</th>
            <th scope="col">q</th>
            <th scope="col">Effect</th>
            {clusters.map((cluster) => (
              <th key={cluster} scope="col">
                {clusterName(run, cluster)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {record.associations!.associations.map((each) => (
            <tr key={each.column}>
              <th scope="row">{each.column}</th>
              <td>{each.test}</td>
              <td class="number-text">
                {pValue(each.p)}
                {each.smallCounts > 0 && '*'}
              </td>
              <td class="number-text">{pValue(each.q)}</td>
              <td class="number-text">{fixed(each.effect, 2)}</td>
              {clusters.map((cluster) => (
                <td key={cluster} class="muted">
                  {clusterText(each, cluster)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}
