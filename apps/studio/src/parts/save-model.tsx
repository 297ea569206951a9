import { modelObstacle, saveModel } from '../state/new-samples.ts'
import type { Run } from '../state/run.ts'
import { job } from '../state/session.ts'

/** Methods whose models hold no training data. */
const withoutData = ['kmeans', 'dstl']

/** The way to a model, which places new samples; needs the data of the run. */
export function SaveModel({ run }: { run: Run }) {
  const { method, options } = run.stored.record
  const holds = !withoutData.includes(method) || options.transform === 'graph'
  const why = modelObstacle(run)
  return (
    <>
      <button type="button" disabled={why !== null || job.value !== null} onClick={() => void saveModel(run)}>
        Save model
      </button>
      <p class="muted">
        {why ??
          `Places new samples in these clusters: drop it on this page, or manyview assign. ${
            holds
              ? 'It holds scores of all samples, because new ones are placed by their neighbours: share it only as you would share the data.'
              : 'It holds no training data.'
          }`}
      </p>
    </>
  )
}
