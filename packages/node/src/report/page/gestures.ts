/** What gestures on the map ask for; places in CSS pixels from the map's corner. */
export interface GestureTarget {
  move(dx: number, dy: number): void
  zoom(x: number, y: number, factor: number): void
  reset(): void
  point(x: number, y: number): void
  leave(): void
}

/**
 * Drag or arrow keys move, wheel, pinch or + and − zoom, 0 or a double click shows everything. The wheel zooms with Ctrl or once the map has the
 * focus, so that the page can be scrolled past it.
 */
export function listen(canvas: HTMLCanvasElement, target: GestureTarget): void {
  const fingers = new Map<number, { x: number; y: number }>()
  const place = (event: MouseEvent) => {
    const box = canvas.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }

  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId)
    fingers.set(event.pointerId, place(event))
  })
  canvas.addEventListener('pointermove', (event) => {
    const now = place(event)
    const before = fingers.get(event.pointerId)
    if (!before) return target.point(now.x, now.y)
    const [other] = [...fingers].filter(([id]) => id !== event.pointerId).map(([, finger]) => finger)
    if (other) {
      const apart = (finger: { x: number; y: number }) => Math.hypot(finger.x - other.x, finger.y - other.y)
      target.zoom((now.x + other.x) / 2, (now.y + other.y) / 2, apart(now) / Math.max(1, apart(before)))
      target.move((now.x - before.x) / 2, (now.y - before.y) / 2)
    } else target.move(now.x - before.x, now.y - before.y)
    fingers.set(event.pointerId, now)
  })
  const end = (event: PointerEvent) => {
    fingers.delete(event.pointerId)
    const { x, y } = place(event)
    if (event.type === 'pointerup') target.point(x, y)
  }
  canvas.addEventListener('pointerup', end)
  canvas.addEventListener('pointercancel', end)
  // A finger that is lifted leaves, too, but what it pointed at should stay to be read.
  canvas.addEventListener('pointerleave', (event) => event.pointerType === 'mouse' && target.leave())
  canvas.addEventListener('dblclick', () => target.reset())
  canvas.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey && !event.metaKey && document.activeElement !== canvas) return
      event.preventDefault()
      const { x, y } = place(event)
      const lines = event.deltaMode === 1 ? 16 : 1
      target.zoom(x, y, Math.exp((-event.deltaY * lines * (event.ctrlKey ? 4 : 1)) / 500))
    },
    { passive: false },
  )
  canvas.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const { width, height } = canvas.getBoundingClientRect()
    const step = 60
    const keys: Record<string, () => void> = {
      ArrowLeft: () => target.move(step, 0),
      ArrowRight: () => target.move(-step, 0),
      ArrowUp: () => target.move(0, step),
      ArrowDown: () => target.move(0, -step),
      '+': () => target.zoom(width / 2, height / 2, 1.4),
      '=': () => target.zoom(width / 2, height / 2, 1.4),
      '-': () => target.zoom(width / 2, height / 2, 1 / 1.4),
      '0': () => target.reset(),
      Escape: () => canvas.blur(),
    }
    const action = keys[event.key]
    if (!action) return
    event.preventDefault()
    action()
  })
}
