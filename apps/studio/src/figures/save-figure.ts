import { saveFile } from '../state/export-files.ts'

/** The values of the page's colours now, light or dark. */
export function pageColour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()
}

/** A figure of the page as the text of an SVG file: colours written out, on a ground of its own. */
export function figureText(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('font-family', 'system-ui, sans-serif')
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
  ground.setAttribute('width', '100%')
  ground.setAttribute('height', '100%')
  ground.setAttribute('fill', 'var(--paper)')
  copy.prepend(ground)
  for (const element of copy.querySelectorAll('[class]')) element.removeAttribute('class')
  copy.removeAttribute('class')
  const text = new XMLSerializer().serializeToString(copy)
  return text.replace(/var\(--([\w-]+)\)/g, (_, name: string) => pageColour(name))
}

/** An SVG as PNG, two pixels for each of its own. */
export async function toPng(svg: string): Promise<Blob> {
  const image = new Image()
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    await new Promise((resolve, reject) => {
      image.onload = resolve
      image.onerror = () => reject(new Error('the figure could not be drawn'))
      image.src = address
    })
    const canvas = document.createElement('canvas')
    canvas.width = 2 * image.width
    canvas.height = 2 * image.height
    canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height)
    return await pngOf(canvas)
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** The content of a canvas as PNG. */
export function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture is too large'))), 'image/png'),
  )
}

/** Saves a figure as `name.svg` or `name.png`. */
export async function saveFigure(svg: string, name: string, kind: 'svg' | 'png'): Promise<void> {
  if (kind === 'svg') saveFile(`${name}.svg`, svg, 'image/svg+xml')
  else saveFile(`${name}.png`, await toPng(svg))
}
