const GRID: i32 = 4
const SCALES: i32 = 4
const ORIENTATIONS: i32 = 8
const REACH: i32 = 7
const EVEN_REACH: i32 = 18
const PAIRS: i32 = 5

/**
 * Mean size of the waves by scale (4), cell (4 × 4) and orientation (8) of a square image, made even in light and contrast first. `even` has 37 weights, `filters` 5 × 4 × 15 taps (cosine and sine
 * across, cosine and sine down), `blur` 5 weights. `scratch` has room for 7·side² + side + 36 doubles.
 */
export function orientedEnergy(tone: usize, side: i32, even: usize, filters: usize, blur: usize, energies: usize, scratch: usize): void {
  memory.fill(energies, 0, <usize>(SCALES * GRID * GRID * ORIENTATIONS) << 3)
  const bytes = <usize>(side * side) << 3
  const image = scratch
  const along = scratch + bytes
  const other = scratch + 2 * bytes
  const responses = scratch + 3 * bytes
  const line = scratch + 7 * bytes
  evenContrast(tone, side, even, image, other, along, line)
  let width = side
  for (let scale = 0; scale < SCALES; scale++) {
    if (scale > 0) {
      filterRows(image, width, blur, 2, along, line)
      filterColumns(along, width, blur, 2, other)
      width /= 2
      everySecond(other, width, image)
    }
    const energy = energies + (<usize>(scale * GRID * GRID * ORIENTATIONS) << 3)
    for (let pair = 0; pair < PAIRS; pair++) {
      const taps = <usize>(2 * REACH + 1) << 3
      const filter = filters + <usize>(4 * pair) * taps
      for (let wave: usize = 0; wave < 2; wave++) {
        filterRows(image, width, filter + wave * taps, REACH, along, line)
        filterColumns(along, width, filter + 2 * taps, REACH, responses + 2 * wave * bytes)
        filterColumns(along, width, filter + 3 * taps, REACH, responses + (2 * wave + 1) * bytes)
      }
      addEnergies(responses, bytes, width, pair, energy)
    }
    const span = width / GRID
    const end = <usize>(GRID * GRID * ORIENTATIONS) << 3
    for (let p: usize = 0; p < end; p += 8) store<f64>(energy + p, load<f64>(energy + p) / <f64>(span * span))
  }
}

/** image = (tone less its local mean) / (0.2 + local deviation). */
function evenContrast(tone: usize, side: i32, even: usize, image: usize, other: usize, along: usize, line: usize): void {
  const end = <usize>(side * side) << 3
  filterRows(tone, side, even, EVEN_REACH, along, line)
  filterColumns(along, side, even, EVEN_REACH, other)
  for (let p: usize = 0; p < end; p += 8) {
    const apart = load<f64>(tone + p) - load<f64>(other + p)
    store<f64>(image + p, apart)
    store<f64>(other + p, apart * apart)
  }
  filterRows(other, side, even, EVEN_REACH, along, line)
  filterColumns(along, side, even, EVEN_REACH, other)
  for (let p: usize = 0; p < end; p += 8) store<f64>(image + p, load<f64>(image + p) / (0.2 + sqrt(load<f64>(other + p))))
}

function everySecond(image: usize, half: i32, out: usize): void {
  for (let row = 0; row < half; row++)
    for (let column = 0; column < half; column++, out += 8)
      store<f64>(out, load<f64>(image + (<usize>(4 * row * half + 2 * column) << 3)))
}

/** A wave along (u, v) is cos(ux + vy) + i·sin(ux + vy); its mirror image has −v. The four responses are cosine-cosine, cosine-sine, sine-cosine, sine-sine. */
function addEnergies(responses: usize, bytes: usize, side: i32, pair: i32, energies: usize): void {
  const span = side / GRID
  const alone = pair === 0 || pair === PAIRS - 1
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) {
      const place = responses + (<usize>(row * side + column) << 3)
      const cc = load<f64>(place)
      const cs = load<f64>(place + bytes)
      const sc = load<f64>(place + 2 * bytes)
      const ss = load<f64>(place + 3 * bytes)
      const cell = energies + (<usize>(((row / span) * GRID + column / span) * ORIENTATIONS) << 3)
      add(cell + (<usize>pair << 3), cc - ss, sc + cs)
      if (!alone) add(cell + (<usize>(ORIENTATIONS - pair) << 3), cc + ss, sc - cs)
    }
}

function add(energy: usize, even: f64, odd: f64): void {
  store<f64>(energy, load<f64>(energy) + sqrt(even * even + odd * odd))
}

/** The image after a filter along its rows; beyond its border it is mirrored. */
function filterRows(image: usize, side: i32, weights: usize, reach: i32, out: usize, line: usize): void {
  const rowBytes = <usize>side << 3
  for (let row = 0; row < side; row++) {
    const source = image + <usize>row * rowBytes
    for (let c = -reach; c < side + reach; c++)
      store<f64>(line + (<usize>(c + reach) << 3), load<f64>(source + (<usize>mirrored(c, side) << 3)))
    sumTaps(line, weights, reach, out + <usize>row * rowBytes, rowBytes)
  }
}

/** The image after a filter along its columns; beyond its border it is mirrored. */
function filterColumns(image: usize, side: i32, weights: usize, reach: i32, out: usize): void {
  const rowBytes = <usize>side << 3
  for (let row = 0; row < side; row++) {
    const target = out + <usize>row * rowBytes
    memory.fill(target, 0, rowBytes)
    for (let t = -reach; t <= reach; t++)
      addRow(image + <usize>mirrored(row + t, side) * rowBytes, load<f64>(weights + (<usize>(t + reach) << 3)), target, rowBytes)
  }
}

function addRow(source: usize, weight: f64, target: usize, bytes: usize): void {
  for (let c: usize = 0; c < bytes; c += 8) store<f64>(target + c, load<f64>(target + c) + weight * load<f64>(source + c))
}

/** target[c] = Σ weights[t]·line[c + t]. */
function sumTaps(line: usize, weights: usize, reach: i32, target: usize, bytes: usize): void {
  memory.fill(target, 0, bytes)
  for (let t = 0; t <= 2 * reach; t++) addRow(line + (<usize>t << 3), load<f64>(weights + (<usize>t << 3)), target, bytes)
}

function mirrored(place: i32, side: i32): i32 {
  return place < 0 ? -1 - place : place >= side ? 2 * side - 1 - place : place
}
