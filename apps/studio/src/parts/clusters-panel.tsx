import { sizesFigure } from '@manyview/drawing'
import { Figure } from '../figures/figure.tsx'
import { clusterName, type Run } from '../state/run.ts'
import { runColours } from '../state/run-colours.ts'
import { changeRun } from '../state/session.ts'
import { dark } from '../state/theme.ts'
import { ChoicePanel } from './choice-panel.tsx'
import { ClusterCard } from './cluster-card.tsx'
import { FeatureSets } from './feature-sets.tsx'
import { MarkersFigure } from './markers-figure.tsx'
import { Unexplained } from './unexplained.tsx'

/** Each cluster: size, typical samples, what sets it apart; to be named and merged. */
export function ClustersPanel({ run }: { run: Run }) {
  const { record } = run.stored
  const colours = runColours(run, dark.value)
  const names = record.sizes.map((_, cluster) => clusterName(run, cluster))
  const merged = run.groups.some((group, cluster) => group !== cluster)
  return (
    <div class="clusters">
      {record.choice && <ChoicePanel run={run} choice={record.choice} />}
      {merged && (
        <p class="message note">
          Merged clusters are exported under one label; everything else stays as it was found.{' '}
          <button
            type="button"
            class="quiet small"
            onClick={() => changeRun(run.id, { groups: run.groups.map((_, cluster) => cluster) })}
          >
            Undo merges
          </button>
        </p>
      )}
      {!run.stored.explanation && (
        <Unexplained run={run} meanwhile="What sets the clusters apart is being looked for." />
      )}
      <ul class="cards">
        {record.sizes.map((_, cluster) => (
          <ClusterCard key={colours[cluster] + String(cluster)} run={run} cluster={cluster} colour={colours[cluster]} />
        ))}
      </ul>
      <MarkersFigure run={run} names={names} />
      <FeatureSets run={run} />
      <Figure
        title="Samples in each cluster"
        file="sizes"
        of={[record, run.names, run.groups]}
        draw={(canvas) =>
          sizesFigure(record.sizes, { ...canvas, theme: { ...canvas.theme, cluster: (c) => colours[c] } }, names)
        }
        description={`Samples in each cluster: ${names.map((name, cluster) => `${name} ${record.sizes[cluster]}`).join(', ')}`}
      />
    </div>
  )
}
