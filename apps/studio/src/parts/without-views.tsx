import { fixed, signed } from '@manyview/core/words'
import type { Run } from '../state/run.ts'

/** What the clusters are without each view, where the command was asked for it (`--leave-one-out`). */
export function WithoutViews({ run }: { run: Run }) {
  const { leaveOneOut } = run.stored.record
  if (!leaveOneOut || leaveOneOut.length === 0) return null
  return (
    <section class="figure">
      <header>
        <h3>What happens without a view</h3>
      </header>
      <p class="muted">How alike the clusters stay when the fit is done again without it; 1 is the same.</p>
      <table>
        <thead>
          <tr>
            <th scope="col">without</th>
            <th scope="col">ARI</th>
            <th scope="col">NMI</th>
            <th scope="col">confidence</th>
          </tr>
        </thead>
        <tbody>
          {leaveOneOut.map(({ view, ari, nmi, confidenceChange, problem }) => (
            <tr key={view} title={problem ?? undefined}>
              <th scope="row">{view}</th>
              <td>{fixed(ari ?? Number.NaN, 2)}</td>
              <td>{fixed(nmi ?? Number.NaN, 2)}</td>
              <td>{signed(confidenceChange ?? Number.NaN, 2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
