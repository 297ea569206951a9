import { InputError } from '@manyview/core'
import { pacer } from '../pacer.ts'
import { decodePicture } from '../pictures/codecs/decode-picture.ts'
import type { ThingRecipe } from '../recipe.ts'
import type { ThingColumn } from '../thing-column.ts'
import type { ThingOptions, ThingView } from '../thing-views.ts'
import { type ModelRecipe, usedModels } from './model-recipe.ts'
import type { EmbeddingModel } from './open-model.ts'

/** The view that a model makes of a column: a vector per sample, of unit length. Samples without a thing, or with a broken one, have zeros. */
export async function modelView(
  column: ThingColumn,
  model: EmbeddingModel,
  options: ThingOptions,
): Promise<{ view: ThingView; recipe: ModelRecipe }> {
  const samples = column.kind === 'texts' ? column.texts.length : column.pictures.length
  const vectors: (Float32Array | null)[] = []
  const pace = pacer(`running ${model.name}`, samples, options)
  for (let sample = 0; sample < samples; sample++) {
    vectors.push(await vectorOf(column, sample, model))
    await pace()
  }
  const features = vectors.find((vector) => vector)?.length ?? 0
  const data = new Float32Array(samples * features)
  vectors.forEach((vector, sample) => {
    if (vector && vector.length !== features)
      throw new InputError(
        `gives ${vector.length} numbers for one thing and ${features} for another, use a model that gives a vector per thing`,
        { code: 'model', argument: model.name },
      )
    if (vector) data.set(vector, sample * features)
  })
  const { name, sha256 } = model
  return {
    view: { name: `${column.name} ${name}`, view: { data, samples, features }, kind: 'numeric' },
    recipe: { kind: 'model', column: column.name, name, sha256 },
  }
}

async function vectorOf(column: ThingColumn, sample: number, model: EmbeddingModel): Promise<Float32Array | null> {
  if (column.kind === 'texts') {
    const text = column.texts[sample]
    return text === '' || model.kind !== 'texts' ? null : model.embed(text)
  }
  const file = column.pictures[sample]
  if (!file || model.kind !== 'pictures') return null
  // What is wrong with a picture was found out when it was described.
  const picture = await decodePicture(await file.slice(0, file.byteLength)).catch(() => null)
  return picture && model.embed(picture)
}

/** The models that make views of a column: all for its kind, or those that an earlier fit had, which `recipes` name. One that is not given is asked for. */
export function modelsFor(
  { name, kind }: ThingColumn,
  { embed = [], recipes }: Pick<ThingOptions, 'embed'> & { recipes?: readonly ThingRecipe[] },
): EmbeddingModel[] {
  if (!recipes) return embed.filter((model) => model.kind === kind)
  return recipes.flatMap((recipe) => {
    if (recipe.kind !== 'model' || recipe.column !== name) return []
    const match = embed.find(({ sha256 }) => sha256 === recipe.sha256)
    if (match) return [match]
    const other = embed.some((model) => model.name === recipe.name)
      ? ', and the one that was given has other files'
      : ''
    throw new InputError(
      `the clusters were made with the model "${recipe.name}" (SHA-256 ${recipe.sha256.slice(0, 12)}…) for "${name}"${other}, give its folder`,
      { code: 'model', argument: 'embed' },
    )
  })
}

/** Refuses models that made no view of what was read. */
export function refuseUnusedModels(embed: readonly EmbeddingModel[], recipes: readonly object[]): void {
  const used = usedModels(recipes)
  const unused = embed.find((model) => !used.some(({ sha256 }) => sha256 === model.sha256))
  if (unused)
    throw new InputError(`"${unused.name}" is a model for ${unused.kind}, and none were read for it, leave it out`, {
      code: 'model',
      argument: 'embed',
    })
}
