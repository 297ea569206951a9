const picture = /\.(jpe?g|jfif|png|webp|gif|avif)$/i
const document = /\.(txt|text|md|markdown|html?)$/i

/** True for the name of a picture that may be decoded. */
export function isPictureName(name: string): boolean {
  return picture.test(name)
}

/** True for the name of a file that may be one text: plain, Markdown or HTML. */
export function isDocumentName(name: string): boolean {
  return document.test(name)
}
