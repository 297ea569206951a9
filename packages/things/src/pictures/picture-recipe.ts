/** How the views of a column of pictures were made. */
export interface PictureRecipe {
  kind: 'pictures'
  column: string
}
