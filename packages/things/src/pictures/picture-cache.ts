/** Keeps descriptions of pictures by their content from one run to the next. */
export interface PictureCache {
  /** The description of a picture that was described before, in the same way; null where it is not known. */
  find(bytes: Uint8Array): Promise<Float32Array | null>
  /** Remembers a description until `save`. */
  add(bytes: Uint8Array, description: Float32Array): void
  /** Writes down what was added. */
  save(): Promise<void>
}
