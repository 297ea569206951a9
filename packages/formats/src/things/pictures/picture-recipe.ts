/** How the views of a column of pictures were made. */
export interface PictureRecipe {
  kind: 'pictures'
  column: string
  /** FEATURES_VERSION of the Manyview that made them. */
  version: number
}
