/** What gestures on the map ask for; places in CSS pixels from the map's corner. */
export interface GestureTarget {
  move(dx: number, dy: number): void
  zoom(x: number, y: number, factor: number): void
  showAll(): void
  /** Goes from the sample that is pointed at to the next in a direction. */
  step(right: number, down: number): void
  point(x: number, y: number): void
  /** A click or tap. */
  pick(x: number, y: number): void
  leave(): void
  /** True where a drag draws a line around samples instead of moving the map. */
  drawsLine(shift: boolean): boolean
  extendLine(x: number, y: number): void
  closeLine(): void
}

interface Place {
  x: number
  y: number
}

/** Pixels that a pointer may move in a click. */
const still = 5

const arrows: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/**
 * Drag moves; wheel, pinch or + and − zoom; 0 or a double click shows everything; arrow keys go from sample to sample. `frame` has the focus, `canvas` the pointer.
 * Where `scrolls`, the wheel zooms with Ctrl or once the map has the focus, so that the page can be scrolled past it.
 */
export function listen(frame: HTMLElement, canvas: HTMLElement, scrolls: boolean, target: GestureTarget): void {
  const place = (event: MouseEvent): Place => {
    const box = canvas.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }
  listenToPointers(canvas, place, target)
  canvas.addEventListener('dblclick', () => target.showAll())
  canvas.addEventListener(
    'wheel',
    (event) => {
      if (
        scrolls &&
        !event.ctrlKey &&
        !event.metaKey &&
        (frame.getRootNode() as Document | ShadowRoot).activeElement !== frame
      )
        return
      event.preventDefault()
      const { x, y } = place(event)
      const lines = event.deltaMode === 1 ? 20 : 1
      // A pinch on a touchpad comes as small turns of the wheel with Ctrl.
      target.zoom(x, y, 2 ** ((-event.deltaY * lines * (event.ctrlKey ? 4 : 1)) / 240))
    },
    { passive: false },
  )
  frame.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const middle = { x: canvas.clientWidth / 2, y: canvas.clientHeight / 2 }
    const arrow = arrows[event.key]
    if (arrow) target.step(...arrow)
    else if (event.key === '+' || event.key === '=') target.zoom(middle.x, middle.y, 1.5)
    else if (event.key === '-') target.zoom(middle.x, middle.y, 1 / 1.5)
    else if (event.key === '0') target.showAll()
    else return
    event.preventDefault()
  })
}

function listenToPointers(canvas: HTMLElement, place: (event: MouseEvent) => Place, target: GestureTarget): void {
  const fingers = new Map<number, Place>()
  let drawing = false
  let begun: Place | null = null
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId)
    const at = place(event)
    fingers.set(event.pointerId, at)
    begun = fingers.size === 1 ? at : null
    drawing = fingers.size === 1 && target.drawsLine(event.shiftKey)
    if (drawing) target.extendLine(at.x, at.y)
  })
  canvas.addEventListener('pointermove', (event) => {
    const now = place(event)
    const before = fingers.get(event.pointerId)
    if (!before) return target.point(now.x, now.y)
    fingers.set(event.pointerId, now)
    if (begun && Math.hypot(now.x - begun.x, now.y - begun.y) > still) begun = null
    if (drawing) return target.extendLine(now.x, now.y)
    const [other] = [...fingers].filter(([id]) => id !== event.pointerId).map(([, finger]) => finger)
    if (!other) return target.move(now.x - before.x, now.y - before.y)
    const apart = (finger: Place) => Math.max(1, Math.hypot(finger.x - other.x, finger.y - other.y))
    target.zoom((now.x + other.x) / 2, (now.y + other.y) / 2, apart(now) / apart(before))
    target.move((now.x - before.x) / 2, (now.y - before.y) / 2)
  })
  const end = (event: PointerEvent) => {
    fingers.delete(event.pointerId)
    if (drawing) target.closeLine()
    if (event.type === 'pointerup') {
      const { x, y } = place(event)
      if (begun) target.pick(x, y)
      else if (!drawing) target.point(x, y)
    }
    drawing = false
    begun = null
  }
  canvas.addEventListener('pointerup', end)
  canvas.addEventListener('pointercancel', end)
  // A finger that is lifted leaves, too, but what it pointed at should stay to be read.
  canvas.addEventListener('pointerleave', (event) => {
    if (event.pointerType === 'mouse' && fingers.size === 0) target.leave()
  })
}
