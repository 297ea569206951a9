/** How a view was made by a model. The model itself is not kept: who makes the view of new things gives it again. */
export interface ModelRecipe {
  kind: 'model'
  column: string
  /** The name of the model's folder, and its hash. */
  name: string
  sha256: string
}

/** True for a recipe that names a model. */
export function isModelRecipe({ name, sha256 }: { name?: unknown; sha256?: unknown }): boolean {
  return typeof name === 'string' && typeof sha256 === 'string'
}
