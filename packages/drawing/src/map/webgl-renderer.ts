import { type Renderer, resize } from './dots.ts'

const vertexShader = `
attribute vec2 place;
attribute vec4 colour;
uniform vec2 centre;
uniform vec2 scale;
uniform mediump float breadth;
varying vec4 shade;
void main() {
  gl_Position = vec4((place - centre) * scale * vec2(1.0, -1.0), 0.0, 1.0);
  gl_PointSize = breadth;
  shade = colour;
}`

const fragmentShader = `
precision mediump float;
uniform mediump float breadth;
varying vec4 shade;
void main() {
  float edge = (0.5 - length(gl_PointCoord - 0.5)) * breadth;
  float alpha = shade.a * clamp(edge + 0.5, 0.0, 1.0);
  if (alpha <= 0.0) discard;
  gl_FragColor = vec4(shade.rgb * alpha, alpha);
}`

/** Draws with WebGL: 100,000 dots in a few milliseconds. Null where the browser has none. Plain WebGL, because libraries for it make code from text, which the page's policy forbids. */
export function webglRenderer(canvas: HTMLCanvasElement): Renderer | null {
  // The drawing is kept, because pages are printed and their canvases copied between two frames.
  const gl = canvas.getContext('webgl', { premultipliedAlpha: true, antialias: false, preserveDrawingBuffer: true })
  if (!gl) return null
  const program = link(gl)
  if (!program) return null
  const places = gl.createBuffer()
  const colours = gl.createBuffer()
  const at = {
    place: gl.getAttribLocation(program, 'place'),
    colour: gl.getAttribLocation(program, 'colour'),
    centre: gl.getUniformLocation(program, 'centre'),
    scale: gl.getUniformLocation(program, 'scale'),
    breadth: gl.getUniformLocation(program, 'breadth'),
  }
  let samples = 0
  let middle: [number, number] = [0, 0]
  return {
    note: null,
    setDots(dots) {
      const { map, order } = dots
      samples = order.length
      // Single precision holds differences from the middle better than the places themselves.
      middle = samples > 0 ? [map[2 * order[0]], map[2 * order[0] + 1]] : [0, 0]
      const at = new Float32Array(2 * samples)
      const shown = new Uint8Array(4 * samples)
      for (let p = 0; p < samples; p++) {
        const sample = order[p]
        at[2 * p] = map[2 * sample] - middle[0]
        at[2 * p + 1] = map[2 * sample + 1] - middle[1]
        for (let part = 0; part < 4; part++) shown[4 * p + part] = dots.colours[4 * sample + part]
      }
      gl.bindBuffer(gl.ARRAY_BUFFER, places)
      gl.bufferData(gl.ARRAY_BUFFER, at, gl.STATIC_DRAW)
      gl.bindBuffer(gl.ARRAY_BUFFER, colours)
      gl.bufferData(gl.ARRAY_BUFFER, shown, gl.STATIC_DRAW)
    },
    draw(camera, size, density, dot) {
      resize(canvas, size, density)
      gl.viewport(0, 0, canvas.width, canvas.height)
      gl.clearColor(0, 0, 0, 0)
      gl.clear(gl.COLOR_BUFFER_BIT)
      if (samples === 0) return
      gl.useProgram(program)
      gl.enable(gl.BLEND)
      gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
      gl.bindBuffer(gl.ARRAY_BUFFER, places)
      gl.enableVertexAttribArray(at.place)
      gl.vertexAttribPointer(at.place, 2, gl.FLOAT, false, 0, 0)
      gl.bindBuffer(gl.ARRAY_BUFFER, colours)
      gl.enableVertexAttribArray(at.colour)
      gl.vertexAttribPointer(at.colour, 4, gl.UNSIGNED_BYTE, true, 0, 0)
      gl.uniform2f(at.centre, camera.x - middle[0], camera.y - middle[1])
      gl.uniform2f(at.scale, (2 * camera.scale) / size.width, (2 * camera.scale) / size.height)
      gl.uniform1f(at.breadth, dot * density)
      gl.drawArrays(gl.POINTS, 0, samples)
    },
    end() {
      gl.deleteBuffer(places)
      gl.deleteBuffer(colours)
      gl.deleteProgram(program)
    },
  }
}

function link(gl: WebGLRenderingContext): WebGLProgram | null {
  const program = gl.createProgram()
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, vertexShader],
    [gl.FRAGMENT_SHADER, fragmentShader],
  ] as const) {
    const shader = gl.createShader(kind)
    if (!shader) return null
    gl.shaderSource(shader, source)
    gl.compileShader(shader)
    gl.attachShader(program, shader)
  }
  gl.linkProgram(program)
  return gl.getProgramParameter(program, gl.LINK_STATUS) ? program : null
}
