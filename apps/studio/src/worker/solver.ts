import { type Filling, fillingWarnings, fillMissing, InputError, type Progress } from '@manyview/core'
import { type ClusteringRecord, type Dataset, parseRecord } from '@manyview/formats'
import { previewSample, type SamplePreview, usedModels } from '@manyview/things'
import { type AuditOptions, auditOrder } from './audit-order.ts'
import { explainRecord, type FitRequest, type FitResult, fit, type Phase } from './fit.ts'
import { type ModelFolder, openModels } from './model-runtime.ts'
import { type AboutModel, aboutModel, modelBytes, type Placed, placeSamples } from './models.ts'
import { readFiles } from './read-files.ts'
import { type Reading, type SampleImages, type Understood, understood } from './understood.ts'

/** Milliseconds between two reports of progress: more would only keep the page busy. */
const reportPause = 50

type Report = (phase: Phase, progress: Progress) => void

/** Everything that takes time, for the worker: holds the data, reads, fits, explains. One thing at a time. */
export class Solver {
  private dataset: Dataset | null = null
  private files: readonly File[] = []
  private reading: Reading = {}
  private controller = new AbortController()

  /** Reads files and keeps what they hold; models make one more view each of texts or pictures. */
  async open(
    files: readonly File[],
    reading: Reading,
    models: readonly ModelFolder[],
    report: (progress: Progress) => void,
  ): Promise<Understood> {
    const { missing, ...options } = reading
    const work = { signal: this.begin(), onProgress: paced(report) }
    const embed = await openModels(models)
    const dataset = await readFiles(files, options, { embed, ...work }).finally(() =>
      Promise.all(embed.map((model) => model.end())),
    )
    return this.keep(missing ? await filled(dataset, missing) : dataset, files, reading, null)
  }

  /** The digits that come with the page. */
  async openDigits(): Promise<Understood> {
    const { loadDigits } = await import('@manyview/formats/digits')
    const { views, labels, size, pixels, samples } = await loadDigits()
    const dataset: Dataset = {
      samples,
      views: Object.entries(views).map(([name, view]) => ({ name, view, kind: 'numeric', source: 'digits' })),
      ids: null,
      labels: [{ name: 'digit', values: Array.from(labels, String) }],
      metadata: [],
      things: [],
      recipes: [],
      notes: ['labels: digit, 10 classes (for scoring only)'],
      warnings: [],
    }
    return this.keep(dataset, [], {}, { size, pixels })
  }

  private keep(dataset: Dataset, files: readonly File[], reading: Reading, images: SampleImages | null): Understood {
    this.dataset = dataset
    this.files = files
    this.reading = reading
    return understood(dataset, images)
  }

  private get data(): Dataset {
    if (this.dataset) return this.dataset
    throw new InputError('are not open, drop the files again', { code: 'no-data', argument: 'data' })
  }

  /** Clusters the data that is open. */
  async fit(
    request: FitRequest,
    label: string | null,
    report: Report,
    onBest?: (result: FitResult) => void,
  ): Promise<FitResult> {
    const { data } = this
    const signal = this.begin()
    const left = data.views.filter(({ name }) => !request.views.includes(name))
    const used = usedModels(data.recipes)
    const reading = {
      ...(this.files.length === 0 ? { demo: 'digits' } : {}),
      ...this.reading,
      ...(left.length > 0 ? { views: request.views } : {}),
      ...(label === null ? {} : { labels: label }),
      ...(used.length > 0 ? { models: used } : {}),
    }
    const run = { versions: { manyview: __VERSION__ }, inputs: await this.describeFiles(), reading }
    return fit(data, request, run, { signal, onProgress: paced(report), onBest })
  }

  /** Adds map, features and support to a clustering that was cancelled before it had them. */
  async explain(record: ClusteringRecord, report: Report): Promise<ClusteringRecord> {
    return explainRecord(this.data, record, { signal: this.begin(), onProgress: paced(report) })
  }

  /** The bytes of the model of a clustering of the open data. */
  async model(record: ClusteringRecord, report: (progress: Progress) => void): Promise<Uint8Array> {
    return modelBytes(this.data, record, { signal: this.begin(), onProgress: paced(report) })
  }

  /** What a model file is. */
  async aboutModel(file: File): Promise<AboutModel> {
    return aboutModel(file)
  }

  /** What is shown of samples: the beginning of their texts, small pictures. */
  async previews(samples: readonly number[]): Promise<SamplePreview[]> {
    const { things } = this.data
    const found: SamplePreview[] = []
    for (const sample of samples) found.push(await previewSample(things, sample))
    return found
  }

  /** Places new samples; the data that is open stays as it is. */
  async assign(
    model: File,
    files: readonly File[],
    models: readonly ModelFolder[],
    report: (progress: Progress) => void,
  ): Promise<Placed> {
    return placeSamples(model, files, models, { signal: this.begin(), onProgress: paced(report) })
  }

  /** Clusters in a few random orders. */
  async audit(request: FitRequest, truth: Int32Array | null, report: AuditOptions['onProgress']): Promise<string> {
    return auditOrder(this.data, request, truth, { signal: this.begin(), onProgress: paced(report) })
  }

  /** One value a sample. */
  feature(view: string, feature: number): Float32Array {
    const found = this.data.views.find(({ name }) => name === view)
    if (!found || feature < 0 || feature >= found.view.features)
      throw new InputError(`there is no feature ${feature}`, { code: 'no-feature', argument: view })
    const { samples, features } = found.view
    const values = new Float32Array(samples)
    if (!('pointers' in found.view)) {
      const { data } = found.view
      return values.map((_, i) => data[i * features + feature])
    }
    const { pointers, indices, values: entries } = found.view
    for (let i = 0; i < samples; i++)
      for (let p = pointers[i]; p < pointers[i + 1]; p++) if (indices[p] === feature) values[i] = entries[p]
    return values
  }

  /** Checks a clustering.json in here, so that a large one does not hold the page up. */
  checkRecord(text: string, name: string) {
    return parseRecord(text, name)
  }

  /** Stops what runs at its next step. */
  cancel(): void {
    this.controller.abort(new DOMException('Cancelled', 'AbortError'))
  }

  private begin(): AbortSignal {
    this.controller = new AbortController()
    return this.controller.signal
  }

  private async describeFiles() {
    const inputs = []
    for (const file of this.files) {
      // Only pages of this machine or of https can take checksums.
      const hash = crypto.subtle && (await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
      const sha256 = hash ? Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('') : ''
      inputs.push({ name: file.name, bytes: file.size, sha256 })
    }
    return inputs
  }
}

/** Calls `report` at most every `reportPause` milliseconds, and whenever a stage begins. */
function paced<A extends unknown[]>(report: (...given: A) => void): (...given: A) => void {
  let last = 0
  let stage = ''
  return (...given) => {
    const now = performance.now()
    const current = (given[given.length - 1] as Progress).stage
    if (now - last < reportPause && current === stage) return
    last = now
    stage = current
    report(...given)
  }
}

/** The dataset with its missing values filled in, and a warning for each view; views that samples lack stay lacking. */
async function filled(dataset: Dataset, how: Filling): Promise<Dataset> {
  const given = Object.fromEntries(dataset.views.map(({ name, view }) => [name, { ...view, ids: undefined }]))
  const found = await fillMissing(given, how)
  const ids = dataset.ids ?? undefined
  return {
    ...dataset,
    views: dataset.views.map((view) => ({ ...view, view: { ...found.views[view.name], ids } })),
    warnings: [...dataset.warnings, ...fillingWarnings(found.filled)],
  }
}
