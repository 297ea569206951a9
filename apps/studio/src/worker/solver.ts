import { fillMissing, InputError, type Progress } from '@manyview/core'
import { type Filling, fillingWarnings, type NearInView } from '@manyview/core/methods'
import type { Markers } from '@manyview/drawing'
import {
  type ClusteringRecord,
  type Dataset,
  isDocumentName,
  isPictureName,
  parseRecord,
  partOfDataset,
} from '@manyview/formats'
import { type SamplePreview, usedModels } from '@manyview/formats/things'
import { type AuditOptions, auditOrder } from './audit-order.ts'
import { type TestedSets, testSets } from './feature-sets.ts'
import { featureValues, markers } from './feature-values.ts'
import { explainRecord, type FitOptions, type FitRequest, type FitResult, fit, type Phase } from './fit.ts'
import { keptDescriber } from './kept-descriptions.ts'
import { type ApartInView, Looks, type WholeSample } from './looks.ts'
import { type ModelFolder, openModels } from './model-runtime.ts'
import { type AboutModel, aboutModel, modelBytes, type Placed, placeSamples } from './models.ts'
import { readFiles, withMetadata } from './read-files.ts'
import { readSheet, type Sheet } from './sheet.ts'
import { type FileRole, type Reading, type SampleImages, type Understood, understood } from './understood.ts'

/** Milliseconds between two reports of progress: more would only keep the page busy. */
const reportPause = 50

/** Features of a view that are shown of its first rows. */
const shownFeatures = 8

/** The beginning of a view. */
export interface FirstRowsOfView {
  features: string[]
  /** Features that are not shown. */
  more: number
  rows: { id: string; values: number[] }[]
}

type Report = (phase: Phase, progress: Progress) => void

/** Everything that takes time, for the worker: holds the data, reads, fits, explains. One thing at a time. */
export class Solver {
  private dataset: Dataset | null = null
  private files: readonly File[] = []
  private reading: Reading = {}
  private looks: Looks | null = null
  /** The samples of the whole files, of which `dataset` may be a part. */
  private whole: { ids: readonly string[] | null; samples: number } = { ids: null, samples: 0 }
  private sheetRead: ReturnType<typeof readSheet> | null = null
  private controller = new AbortController()

  /** Reads files and keeps what they hold; models make one more view each of texts or pictures. */
  async open(
    files: readonly File[],
    reading: Reading,
    models: readonly ModelFolder[],
    report: (progress: Progress) => void,
  ): Promise<Understood> {
    const { missing, rows, ignored = [], roles: given, ...options } = reading
    const role = ({ name }: File) => given?.[name] ?? 'views'
    const work = { signal: this.begin(), onProgress: paced(report) }
    const embed = await openModels(models)
    const read = await readFiles(
      files.filter((file) => role(file) === 'views'),
      options,
      { embed, describer: keptDescriber(), ...work },
    ).finally(() => Promise.all(embed.map((model) => model.end())))
    const described = files.filter((file) => role(file) === 'metadata')
    const whole = without(await withMetadata(read, described), ignored)
    const roles = given ?? rolesOf(files, read)
    const dataset = rows ? partOfDataset(whole, rows) : whole
    this.whole = { ids: whole.ids, samples: whole.samples }
    return this.keep(missing ? await filled(dataset, missing) : dataset, files, { ...reading, roles }, null)
  }

  /** The digits that come with the page. */
  async openDigits(reading: Reading): Promise<Understood> {
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
    const { rows } = reading
    this.whole = { ids: null, samples }
    const part = rows ? partOfDataset(dataset, rows) : dataset
    const images = rows ? rows.map((row) => pixels.subarray(row * size * size, (row + 1) * size * size)) : [pixels]
    const shown = { size, pixels: rows ? Uint8Array.from(images.flatMap((image) => [...image])) : pixels }
    return this.keep(part, [], reading, shown)
  }

  private keep(dataset: Dataset, files: readonly File[], reading: Reading, images: SampleImages | null): Understood {
    this.dataset = dataset
    this.files = files
    this.reading = reading
    this.sheetRead = null
    this.looks = new Looks(dataset)
    return understood(dataset, images, reading.roles)
  }

  private get noData(): InputError {
    return new InputError('are not open, drop the files again', { code: 'no-data', argument: 'data' })
  }

  private get data(): Dataset {
    if (this.dataset) return this.dataset
    throw this.noData
  }

  private get look(): Looks {
    if (this.looks) return this.looks
    throw this.noData
  }

  /** The nearest samples of a sample in each of those views. */
  near(sample: number, views: readonly string[], count: number): Promise<NearInView[]> {
    return this.look.near(sample, views, count)
  }

  /** What sets samples apart, by view: from all others, or from `others` only. */
  setApart(samples: readonly number[], views: readonly string[], others?: readonly number[]): Promise<ApartInView[]> {
    return this.look.setApart(samples, views, others)
  }

  /** The samples that are most like some samples over all views. */
  moreLike(samples: readonly number[], views: readonly string[], count: number): Promise<number[]> {
    return this.look.moreLike(samples, views, count)
  }

  /** Texts and pictures of some samples. */
  previews(samples: readonly number[]): Promise<SamplePreview[]> {
    return this.look.previews(samples)
  }

  /** What the files say of the samples besides the views. */
  async sheet(): Promise<Sheet> {
    return (await this.readSheet()).sheet
  }

  /** The long texts of some samples, whole, in the order of the sheet's columns, and their pictures as they are in the files. */
  async wholeSamples(samples: readonly number[]): Promise<WholeSample[]> {
    return this.look.whole(samples, (await this.readSheet()).texts)
  }

  /** The samples in one of whose texts a word stands. */
  async findText(wanted: string): Promise<number[]> {
    return this.look.findText(wanted, (await this.readSheet()).texts)
  }

  /** Files are read a second time only once the page asks for what is no view. */
  private readSheet(): ReturnType<typeof readSheet> {
    this.sheetRead ??= readSheet(this.data, this.files, this.whole, this.reading.rows)
    return this.sheetRead
  }

  /** Clusters the data that is open. */
  async fit(
    request: FitRequest,
    label: string | null,
    report: Report,
    onBest?: (result: FitResult) => void,
    onMap?: FitOptions['onMap'],
  ): Promise<FitResult> {
    const { data } = this
    const signal = this.begin()
    const left = data.views.filter(({ name }) => !request.views.includes(name))
    const used = usedModels(data.recipes)
    const { rows, roles = {}, viewNames = {}, ...asked } = this.reading
    // `RNA=a`, as the command takes it.
    const inFile = (view: string) => (Object.hasOwn(viewNames, view) ? `${view}=${viewNames[view]}` : view)
    const metadata = this.files.map(({ name }) => name).filter((name) => roles[name] === 'metadata')
    const reading = {
      ...(this.files.length === 0 ? { demo: 'digits' } : {}),
      ...asked,
      ...(metadata.length > 0 ? { metadata } : {}),
      ...(rows ? { selected: rows.length } : {}),
      ...(left.length > 0 || Object.keys(viewNames).length > 0 ? { views: request.views.map(inFile) } : {}),
      ...(label === null ? {} : { labels: label }),
      ...(used.length > 0 ? { models: used } : {}),
      ...(request.outliers === undefined ? {} : { outliers: request.outliers }),
    }
    const run = { versions: { manyview: __VERSION__ }, inputs: await this.describeFiles(), reading }
    return fit(this.data, request, run, { signal, onProgress: paced(report), onBest, onMap })
  }

  /** Adds map, features and support to a clustering, which was cancelled before it had them or is to have another map. */
  async explain(record: ClusteringRecord, pullApart: boolean, report: Report): Promise<ClusteringRecord> {
    return explainRecord(this.data, record, pullApart, { signal: this.begin(), onProgress: paced(report) })
  }

  /** The bytes of the model of a clustering of the open data. */
  async model(record: ClusteringRecord, report: (progress: Progress) => void): Promise<Uint8Array> {
    return modelBytes(this.data, record, { signal: this.begin(), onProgress: paced(report) })
  }

  /** What a model file is. */
  async aboutModel(file: File): Promise<AboutModel> {
    return aboutModel(file)
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

  /** The first ten samples of a view, and its first features. */
  firstRows(view: string): FirstRowsOfView {
    const { data } = this
    const { view: numbers, featureNames } = data.views.find(({ name }) => name === view)!
    const features = Math.min(numbers.features, shownFeatures)
    const columns = Array.from({ length: features }, (_, feature) => this.feature(view, feature))
    return {
      features: columns.map((_, feature) => featureNames?.[feature] ?? String(feature)),
      more: numbers.features - features,
      rows: Array.from({ length: Math.min(10, numbers.samples) }, (_, i) => ({
        id: data.ids?.[i] ?? String(i),
        values: columns.map((column) => column[i]),
      })),
    }
  }

  /** One value a sample. */
  feature(view: string, feature: number): Float32Array {
    return featureValues(this.data, view, feature)
  }

  /** Tests the gene sets of files against clusters, in those of the views whose features have names. */
  testSets(files: readonly File[], views: readonly string[], labels: Int32Array): Promise<TestedSets> {
    return testSets(this.data, files, views, labels)
  }

  /** What features of a view are in each cluster. */
  markers(view: string, features: readonly number[], labels: Int32Array, clusters: number): Markers {
    return markers(this.data, view, features, labels, clusters)
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

/** What files were taken for: those that gave no view describe the samples. */
function rolesOf(files: readonly File[], { views, things }: Dataset): Record<string, FileRole> {
  // Files that are a text or a picture each are no source by themselves.
  const isThing = (name: string) => things.length > 0 && (isPictureName(name) || isDocumentName(name))
  const isView = (name: string) => isThing(name) || views.some(({ source }) => source === name)
  return Object.fromEntries(files.map(({ name }) => [name, isView(name) ? 'views' : 'metadata']))
}

/** The dataset without columns that describe the samples. */
function without(dataset: Dataset, columns: readonly string[]): Dataset {
  const keep = <T extends { name: string }>(all: T[]) => all.filter(({ name }) => !columns.includes(name))
  return { ...dataset, labels: keep(dataset.labels), metadata: keep(dataset.metadata) }
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
  const views = Object.fromEntries(dataset.views.map(({ name, view }) => [name, { ...view, ids: undefined }]))
  const result = await fillMissing(views, how)
  const ids = dataset.ids ?? undefined
  return {
    ...dataset,
    views: dataset.views.map((view) => ({ ...view, view: { ...result.views[view.name], ids } })),
    warnings: [...dataset.warnings, ...fillingWarnings(result.filled)],
  }
}
