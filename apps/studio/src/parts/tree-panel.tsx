import { cutNodes } from '@manyview/core/methods'
import { counted, grouped } from '@manyview/core/words'
import { treeFigure } from '@manyview/drawing'
import { useState } from 'preact/hooks'
import { Figure } from '../figures/figure.tsx'
import { cutRun } from '../state/cut-run.ts'
import { clusterName, type Run } from '../state/run.ts'

/** Numbers of clusters beside the best that are named. */
const runnersUp = 3

/** The tree of the clusters, and another number of them by cutting it. */
export function TreePanel({ run }: { run: Run }) {
  const { record } = run.stored
  const tree = run.stored.tree!
  const [clusters, setClusters] = useState(record.clusters)
  const most = tree.leafSizes.length
  const sizes = cutNodes(tree, clusters).map((leaves) => leaves.reduce((sum, leaf) => sum + tree.leafSizes[leaf], 0))
  const named = { ...run.stored, record: { ...record, names: record.sizes.map((_, c) => clusterName(run, c)) } }
  return (
    <div class="tree-panel">
      <p class="muted">
        Fewer or more clusters without another fit. The map shows a cut, too: colour it by “a cut of the tree”.
        {record.choice && ` ${bestCuts(record.choice.candidates.map((each) => each.clusters))}`}
      </p>
      <p class="buttons">
        <label class="inline">
          <span>Cut into</span>
          <input
            type="range"
            aria-label="Number of clusters to cut the tree into"
            min={1}
            max={most}
            value={clusters}
            onInput={(event) => setClusters(Number(event.currentTarget.value))}
          />
        </label>
        <output class="number-text" aria-label="Clusters of the cut">
          {counted(clusters, 'cluster')}
        </output>
        <button type="button" disabled={clusters === record.clusters} onClick={() => void cutRun(run, clusters)}>
          Open as a run
        </button>
      </p>
      <p class="muted cut-sizes">
        {counted(sizes.length, 'cluster')} of {sizes.map(grouped).join(', ')} samples
      </p>
      <Figure
        title="Tree of the clusters"
        file="tree"
        of={[record, run.names]}
        draw={(canvas) => treeFigure(named, canvas)}
        pick={(number) => number !== record.clusters && void cutRun(run, number)}
        note="Click a number above the tree to open so many clusters as a run. Bold: the merge is clearly preferred to any other. Dashed: the numbers of clusters that score best, where the number was chosen from the data."
      />
    </div>
  )
}

function bestCuts([best, ...others]: readonly number[]): string {
  const next = others.slice(0, runnersUp)
  return next.length === 0 ? `The best cut is ${best}.` : `The best cut is ${best}, then ${next.join(', ')}.`
}
