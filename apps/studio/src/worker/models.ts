import { type Assignment, assign, cluster, InputError, type Model, type Progress, trainModel } from '@manyview/core'
import { holdsTrainingData } from '@manyview/core/methods'
import {
  type ClusteringRecord,
  clusterName,
  type Dataset,
  describeModel,
  featureNames,
  readModel,
  readNewSamples,
  storedClustering,
  writeLabelsCsv,
  writeMembershipsCsv,
  writeModel,
} from '@manyview/formats'
import { checkRecipes, type EmbeddingModel, type ThingRecipe, thingColumns, usedModels } from '@manyview/formats/things'
import { findMethod } from '@manyview/rivals'
import { chosenViews } from './fit.ts'
import { type ModelFolder, openModels } from './model-runtime.ts'
import { readFiles } from './read-files.ts'

/** What the page shows of a model. */
export interface AboutModel {
  method: string
  clusters: number
  samples: number
  views: string[]
  holdsTrainingData: boolean
}

/** New samples in their clusters, and the files to save. */
export interface Placed {
  samples: number
  /** Samples in each cluster, and their mean confidence. */
  sizes: number[]
  /** What each cluster is called. */
  names: string[]
  confidences: number[]
  /** The first samples, for a look. */
  first: { id: string; label: number; confidence: number; unseenScore: number | null }[]
  /** Samples unlike everything that the model was made from, the strangest first; null where the model cannot tell. */
  unseen: { id: string; label: number; score: number }[] | null
  warnings: string[]
  labelsCsv: string
  membershipsCsv: string
}

export interface ModelWork {
  signal: AbortSignal
  onProgress(progress: Progress): void
}

/** Samples that are listed; the file has all. */
const shown = 50

/**
 * The model file of a clustering of the open data. What the record leaves out (memberships, factors) is found again by the same fit, which gives the same bits.
 */
export async function modelBytes(
  dataset: Dataset,
  record: ClusteringRecord,
  { signal, onProgress }: ModelWork,
): Promise<Uint8Array> {
  const views = chosenViews(
    dataset,
    record.views.map(({ name }) => name),
  )
  const { options, clusters, method, seed } = record
  const chosenOptions = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null))
  const pace = {
    signal,
    onProgress: ({ stage, iteration, total }: Progress) => onProgress({ stage, iteration, total }),
  }
  const result = await cluster(views, { ...chosenOptions, clusters, method: findMethod(method), seed, ...pace })
  const { labels } = storedClustering(record)
  if (result.labels.some((label, i) => label !== labels[i]))
    throw new InputError('are not the ones that were clustered, open the files of this run', {
      code: 'other-data',
      argument: 'data',
    })
  const model = await trainModel(views, result, { featureNames: featureNames(dataset), ...pace })
  return writeModel(describeModel(model, dataset, record.names))
}

/** Reads a model file and says what it is. */
export async function aboutModel(file: File): Promise<AboutModel> {
  const model = await modelOf(file)
  const { method, clusters, samples, views } = model
  const names = views.map(({ name }) => name)
  return { method, clusters, samples, views: names, holdsTrainingData: holdsTrainingData(model) }
}

/** Places the samples of `files` among the clusters of the model. */
export async function placeSamples(
  modelFile: File,
  files: readonly File[],
  folders: readonly ModelFolder[],
  work: ModelWork,
): Promise<Placed> {
  const model = await modelOf(modelFile)
  const recipes = checkRecipes(model.things, modelFile.name)
  const embed = modelsFor(await openModels(folders), recipes)
  const { dataset } = await readNewSamples(
    async (options) => ({ dataset: await readFiles(files, options, { recipes, embed, ...work }) }),
    thingColumns(recipes),
    model,
  )
  const views = chosenViews(
    dataset,
    dataset.views.map(({ name }) => name),
  )
  const assignment = await assign(model, views, { featureNames: featureNames(dataset), ...work })
  const ids = dataset.ids ?? assignment.ids
  const sizes = new Array<number>(model.clusters).fill(0)
  const sums = new Array<number>(model.clusters).fill(0)
  assignment.labels.forEach((label, i) => {
    sizes[label]++
    sums[label] += assignment.confidence[i]
  })
  return {
    samples: ids.length,
    sizes,
    names: sizes.map((_, cluster) => clusterName(model, cluster)),
    confidences: sums.map((sum, label) => sum / Math.max(sizes[label], 1)),
    first: ids.slice(0, shown).map((id, i) => ({
      id,
      label: assignment.labels[i],
      confidence: assignment.confidence[i],
      unseenScore: assignment.unseenScores?.[i] ?? null,
    })),
    unseen: unseenSamples(assignment, ids),
    warnings: [...dataset.warnings, ...assignment.warnings],
    labelsCsv: writeLabelsCsv({ ...assignment, ids, names: model.names }),
    membershipsCsv: writeMembershipsCsv(ids, assignment.memberships),
  }
}

/** Those of the models that are at hand that made views of the model. */
function modelsFor(models: readonly EmbeddingModel[], recipes: readonly ThingRecipe[]): EmbeddingModel[] {
  const used = usedModels(recipes)
  return models.filter((model) => used.some(({ sha256 }) => sha256 === model.sha256))
}

function unseenSamples({ unseen, unseenScores, labels }: Assignment, ids: readonly string[]): Placed['unseen'] {
  if (!unseen || !unseenScores) return null
  return Array.from(unseen.keys())
    .filter((i) => unseen[i] === 1)
    .map((i) => ({ id: ids[i], label: labels[i], score: unseenScores[i] }))
    .sort((a, b) => b.score - a.score)
}

async function modelOf(file: File): Promise<Model> {
  return readModel(new Uint8Array(await file.arrayBuffer()), file.name)
}
