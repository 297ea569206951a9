import type { FeatureSetEffect } from '@manyview/core/metadata'
import { counted, fixed, pValue } from '@manyview/core/words'
import { featureSetsCsv } from '@manyview/formats'
import { saveFile } from '../state/export-files.ts'
import { testedSets, testSets } from '../state/feature-sets.ts'
import { clusterName, type Run } from '../state/run.ts'
import { data, isOpen } from '../state/session.ts'
import type { TestedSets } from '../worker/feature-sets.ts'
import { FilePicker } from './file-picker.tsx'
import { Scroller } from './scroller.tsx'

/** A view with as many features at most cannot be tested: a set has five of them, and leaves some out. */
const tooFew = 5
/** Sets shown for each cluster and direction, and the largest q of them. */
const mostSets = 4
const largest = 0.05

/** Gene sets of a file, tested against each cluster: where features have names, while the data is open. */
export function FeatureSets({ run }: { run: Run }) {
  const tested = testedSets.value[run.id]
  if (run.stored.record.clusters < 2) return null
  const names = isOpen(run) ? data.value!.understood.featureNames : {}
  // Features of pictures and texts are no genes.
  const hasThings = isOpen(run) && data.value!.understood.things.length > 0
  const canTest = !hasThings && run.stored.record.views.some(({ name }) => (names[name]?.length ?? 0) > tooFew)
  if (!canTest && !tested) return null
  return (
    <section class="figure feature-sets" aria-label="Gene sets">
      <header>
        <h3>Gene sets</h3>
        {tested && <SaveSets run={run} tested={tested} />}
      </header>
      <p class="muted">
        Which sets of features, such as pathways, are higher or lower in a cluster than the other features.
      </p>
      {canTest && tested !== null && (
        <p>
          <FilePicker text="Gene sets (GMT)…" label="Gene sets to test" pick={(files) => void testSets(run, files)} />
        </p>
      )}
      {tested === null && <p aria-live="polite">Testing the sets…</p>}
      {tested && <Sets run={run} tested={tested} />}
    </section>
  )
}

function SaveSets({ run, tested: { sets, effects } }: { run: Run; tested: TestedSets }) {
  const save = () => {
    const names = run.stored.record.sizes.map((_, cluster) => clusterName(run, cluster))
    saveFile('sets.csv', featureSetsCsv(effects, sets, names), 'text/csv')
  }
  return (
    <span class="save">
      <button type="button" class="quiet small" aria-label="Save the gene sets as CSV" onClick={save}>
        CSV
      </button>
    </span>
  )
}

function Sets({ run, tested: { sets, effects } }: { run: Run; tested: TestedSets }) {
  const views = new Set(effects.map(({ view }) => view))
  const inData = new Set(effects.map(({ set }) => set)).size
  const cell = (cluster: number, sign: number) => {
    const strongest = effects
      .filter((each) => each.cluster === cluster && each.q <= largest && sign * each.effect > 0)
      .sort((a, b) => a.p - b.p)
      .slice(0, mostSets)
    if (strongest.length === 0) return <span class="muted">none with q ≤ {largest}</span>
    return strongest.map((each) => (
      <div key={`${each.view} ${each.set}`} title={titleOf(each)}>
        {sets[each.set].name}{' '}
        <span class="muted number-text">
          {views.size > 1 && `${each.view}, `}q {pValue(each.q)}
        </span>
      </div>
    ))
  }
  return (
    <>
      <Scroller label="Gene sets by cluster">
        <table aria-label="Gene sets by cluster">
          <thead>
            <tr>
              <th scope="col">Cluster</th>
              <th scope="col">Higher</th>
              <th scope="col">Lower</th>
            </tr>
          </thead>
          <tbody>
            {run.stored.record.sizes.map((_, cluster) => (
              <tr key={clusterName(run, cluster)}>
                <th scope="row">{clusterName(run, cluster)}</th>
                <td>{cell(cluster, 1)}</td>
                <td>{cell(cluster, -1)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
      <p class="muted">
        {inData} of {counted(sets.length, 'set')} {inData === 1 ? 'has' : 'have'} at least 5 features here. Mann–Whitney
        test of each feature’s Cliff’s delta; q: p adjusted for {counted(effects.length, 'test')} (Benjamini and
        Hochberg). Genes of a set vary together, so p and q are smaller than they should be: trust the order of the sets
        more than the numbers.
      </p>
    </>
  )
}

function titleOf({ features, effect, p }: FeatureSetEffect): string {
  return `${counted(features, 'feature')}, effect ${fixed(effect, 2)}, p ${pValue(p)}`
}
