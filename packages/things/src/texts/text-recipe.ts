/** How the views of a column of texts were made. */
export interface TextRecipe {
  kind: 'texts'
  column: string
  /** The terms of each view, in the order of its features. */
  views: { name: string; terms: string[] }[]
}
