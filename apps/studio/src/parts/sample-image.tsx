import { useEffect, useRef } from 'preact/hooks'
import type { SampleImages } from '../worker/understood.ts'

/** The small picture of a sample, ink on the colour of the page. */
export function SampleImage({ images, sample, title }: { images: SampleImages; sample: number; title?: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { size, pixels } = images
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    const picture = context.createImageData(size, size)
    for (let p = 0; p < size * size; p++) picture.data[4 * p + 3] = pixels[sample * size * size + p]
    context.putImageData(picture, 0, 0)
  }, [size, pixels, sample])
  return (
    <canvas
      ref={canvas}
      class="sample-image"
      width={size}
      height={size}
      title={title}
      role="img"
      aria-label={title ?? `sample ${sample}`}
    />
  )
}
