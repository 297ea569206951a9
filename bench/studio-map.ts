// Measures how the studio's map of very many samples moves: draw calls, bytes to the graphics card, memory and frames per second. Needs a build.
// npm run bench studio-map -- [SAMPLES…]   Chromium draws with SwiftShader, in software
import { byteSize, fixed, grouped } from '@manyview/core/words'
import { largeClustering } from '../apps/studio/test/large-clustering.ts'
import { choose, Studio } from '../apps/studio/test/studio-page.ts'

/** Seconds that the map is moved. */
const seconds = 5
const asked = process.argv.slice(2).map(Number)
const studio = new Studio()
await studio.start()
try {
  for (const samples of asked.length > 0 ? asked : [200_000, 1_000_000]) {
    const page = await studio.page({}, countCalls)
    await choose(page, studio.file('clustering.json', largeClustering(samples)))
    await page.locator('.map canvas').waitFor()
    await page.waitForTimeout(2000)
    const found = await page.evaluate(moveMap, seconds)
    const heap = await page.evaluate(
      () => (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize,
    )
    const { frames, calls, given } = found
    console.log(
      `${grouped(samples)} samples: ${fixed(frames / seconds, 1)} frames per second, ${fixed(calls / frames, 1)} draw calls and ${byteSize(found.bytes / frames)} per frame, ${byteSize(given)} on the card, ${byteSize(heap)} in the page (${found.renderer})`,
    )
    await page.close()
  }
} finally {
  await studio.end()
}

/** Counts what is asked of WebGL from the start of the page on. */
function countCalls(): void {
  const counts = { calls: 0, bytes: 0, given: 0, renderer: '' }
  Object.assign(window, { counts })
  // Pointers that the bench makes up cannot be captured.
  Element.prototype.setPointerCapture = () => {}
  const { prototype } = WebGLRenderingContext
  const { drawArrays, bufferData } = prototype
  prototype.drawArrays = function (...given) {
    counts.calls++
    if (!counts.renderer) {
      const named = this.getExtension('WEBGL_debug_renderer_info')
      counts.renderer = named ? String(this.getParameter(named.UNMASKED_RENDERER_WEBGL)) : 'unknown'
    }
    // A frame that is counted is one that was drawn.
    this.finish()
    return drawArrays.apply(this, given)
  }
  prototype.bufferData = function (this: WebGLRenderingContext, ...given: unknown[]) {
    const bytes = (given[1] as ArrayBufferView).byteLength
    counts.bytes += bytes
    counts.given += bytes
    return (bufferData as (...all: unknown[]) => void).apply(this, given)
  } as typeof bufferData
}

/** Drags the map to and fro for some seconds, one step per frame. It runs in the page, which knows nothing of this file: no function of its own within. */
async function moveMap(seconds: number) {
  const { counts } = window as unknown as { counts: { calls: number; bytes: number; given: number; renderer: string } }
  const canvas = document.querySelector('.map canvas')!
  const box = canvas.getBoundingClientRect()
  counts.calls = 0
  counts.bytes = 0
  let frames = 0
  const end = performance.now() + 1000 * seconds
  while (performance.now() < end) {
    const event = new PointerEvent(frames === 0 ? 'pointerdown' : 'pointermove', {
      pointerId: 1,
      clientX: box.left + box.width / 2 + 60 * Math.sin(frames / 5),
      clientY: box.top + box.height / 2,
    })
    canvas.dispatchEvent(event)
    frames++
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
  canvas.dispatchEvent(new PointerEvent('pointercancel', { pointerId: 1 }))
  return { frames, ...counts }
}
