import type { Canvas, Theme } from '@manyview/drawing'

/** What figures are drawn with outside of a browser. */
export function canvas(theme: Theme, width: number): Canvas {
  return { theme, width, document: standInPage }
}

/** A stand-in for a page, loaded with the first figure. */
export async function standInPage(): Promise<Document> {
  const { parseHTML } = await import('linkedom')
  return parseHTML('<!doctype html><html><body></body></html>').document as unknown as Document
}
