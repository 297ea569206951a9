import { counted, grouped } from '@manyview/core/words'
import { saveFile } from '../state/export-files.ts'
import { assignFiles, closeModel, openModel, placement } from '../state/new-samples.ts'
import { job } from '../state/session.ts'
import { FilePicker } from './file-picker.tsx'

/** The model that is open, and where the new samples belong. */
export function NewSamples() {
  const model = openModel.value
  if (!model) return null
  const { about, file } = model
  return (
    <section class="new-samples" aria-label="New samples">
      <header>
        <div>
          <h2>New samples</h2>
          <p>
            <b class="cut">{file.name}</b>: {counted(about.clusters, 'cluster')} by {about.method}, from{' '}
            {counted(about.samples, 'sample')} in {about.views.join(', ')}
          </p>
          <p class="muted">
            {about.holdsTrainingData
              ? 'This model holds scores of its training samples: new ones are placed by their neighbours.'
              : 'This model holds no training data.'}
          </p>
        </div>
        <button type="button" class="quiet" disabled={job.value !== null} onClick={closeModel}>
          Close the model
        </button>
      </header>
      <p class="buttons">
        <FilePicker
          text="Choose new samples"
          label="New samples to place"
          kind="primary"
          pick={(files) => void assignFiles(files)}
        />
        <span class="muted">or drop them here: files as for the fit, views may be missing</span>
      </p>
      {placement.value && <PlacedSamples />}
    </section>
  )
}

/** The new samples that are unlike everything the model was made from. */
function Unseen() {
  const { unseen } = placement.value!
  if (!unseen || unseen.length === 0) return null
  const listed = unseen.slice(0, 12)
  return (
    <section class="unseen" aria-label="Samples unlike everything seen">
      <h4>{counted(unseen.length, 'sample')} unlike everything that the model was made from</h4>
      <ul>
        {listed.map(({ id, score }) => (
          <li key={id}>
            <span class="cut">{id}</span> <span class="muted">{scoreText(score)}</span>
          </li>
        ))}
      </ul>
      {unseen.length > listed.length && (
        <p class="muted">and {grouped(unseen.length - listed.length)} more in labels.csv</p>
      )}
    </section>
  )
}

function scoreText(score: number): string {
  return Number.isFinite(score) ? score.toFixed(1) : 'knows nothing of it'
}

function PlacedSamples() {
  const assignment = placement.value!
  return (
    <>
      <h3>
        {counted(assignment.samples, 'sample')} of {assignment.files.join(', ')}
      </h3>
      {assignment.warnings.length > 0 && (
        <ul class="warnings">
          {assignment.warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      <Unseen />
      <div class="buttons">
        <button type="button" onClick={() => saveFile('labels.csv', assignment.labelsCsv, 'text/csv')}>
          labels.csv
        </button>
        <button type="button" onClick={() => saveFile('memberships.csv', assignment.membershipsCsv, 'text/csv')}>
          memberships.csv
        </button>
      </div>
      <div class="placed">
        <table aria-label="Clusters of the new samples">
          <thead>
            <tr>
              <th scope="col">Cluster</th>
              <th scope="col">Samples</th>
              <th scope="col">Confidence</th>
            </tr>
          </thead>
          <tbody>
            {assignment.sizes.map((size, cluster) => (
              <tr key={String(cluster)}>
                <th scope="row">{assignment.names[cluster]}</th>
                <td>{grouped(size)}</td>
                <td>{size > 0 ? assignment.confidences[cluster].toFixed(2) : ''}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <div>
          <table aria-label="New samples and their clusters">
            <thead>
              <tr>
                <th scope="col">Sample</th>
                <th scope="col">Cluster</th>
                <th scope="col">Confidence</th>
                {assignment.unseen && <th scope="col">Unseen score</th>}
              </tr>
            </thead>
            <tbody>
              {assignment.first.map(({ id, label, confidence, unseenScore }) => (
                <tr key={id}>
                  <th scope="row" class="cut">
                    {id}
                  </th>
                  <td>{assignment.names[label]}</td>
                  <td>{confidence.toFixed(2)}</td>
                  {unseenScore !== null && <td>{scoreText(unseenScore)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
          {assignment.samples > assignment.first.length && (
            <p class="muted">and {grouped(assignment.samples - assignment.first.length)} more in labels.csv</p>
          )}
        </div>
      </div>
    </>
  )
}
