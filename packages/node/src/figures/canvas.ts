import type { Canvas, Theme } from '@manyview/drawing'

/** What figures are drawn with outside of a browser; the stand-in for a page is loaded with the first figure. */
export function canvas(theme: Theme, width: number): Canvas {
  return {
    theme,
    width,
    async document() {
      const { parseHTML } = await import('linkedom')
      return parseHTML('<!doctype html><html><body></body></html>').document as unknown as Document
    },
  }
}
