/** How a view was made by a model. The model itself is not kept: who makes the view of new things gives it again. */
export interface ModelRecipe {
  kind: 'model'
  column: string
  /** The name of the model's folder, and its hash. */
  name: string
  sha256: string
}

/** The models that recipes name, each once. */
export function usedModels(recipes: readonly object[]): Pick<ModelRecipe, 'name' | 'sha256'>[] {
  const models = (recipes as readonly ModelRecipe[]).filter(({ kind }) => kind === 'model')
  return [...new Map(models.map(({ name, sha256 }) => [sha256, { name, sha256 }])).values()]
}

/** True for a recipe that names a model. */
export function isModelRecipe({ name, sha256 }: { name?: unknown; sha256?: unknown }): boolean {
  return typeof name === 'string' && typeof sha256 === 'string'
}
