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
