/** Where a report of the studio holds what it was made from. */
const mark = '<script type="application/gzip" id="studio">'

/** A text, zipped, in letters that stand in a page as they are. */
export async function packText(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
  let letters = ''
  // Arguments of a call are limited.
  for (let i = 0; i < bytes.length; i += 8192) letters += String.fromCharCode(...bytes.subarray(i, i + 8192))
  return btoa(letters)
}

/** The clustering that a report of the studio was made from, as its text; null for any other page. */
export async function unpackReport(page: string): Promise<string | null> {
  const start = page.lastIndexOf(mark)
  if (start < 0) return null
  const packed = page.slice(start + mark.length, page.indexOf('</script>', start))
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0))
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text()
}
