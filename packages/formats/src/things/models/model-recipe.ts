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

/** Numbers that go into a model or come out of it. */
export interface ModelTensor {
  readonly dims: readonly number[]
  readonly data: unknown
}

/** A model that was loaded. */
export interface ModelSession {
  readonly inputNames: readonly string[]
  readonly outputNames: readonly string[]
  run(inputs: Record<string, ModelTensor>): Promise<Record<string, ModelTensor>>
  release(): Promise<void>
}

/** What models run on: the part of the npm package onnxruntime-web that is used. Whoever opens a model loads it, since only they know where it lies. */
export interface ModelRuntime {
  readonly env: { wasm: { numThreads?: number; wasmPaths?: unknown }; logLevel?: string }
  readonly InferenceSession: { create(model: Uint8Array, options: object): Promise<ModelSession> }
  readonly Tensor: new (
    type: 'int64' | 'float32',
    data: BigInt64Array | Float32Array,
    dims: readonly number[],
  ) => ModelTensor
}
