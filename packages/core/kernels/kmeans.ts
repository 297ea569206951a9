// k-means. Centres come in panels of four: entry (feature l, centre c) of a panel is at (4·l + c)·8 bytes, unused centres are +∞.
// Every distance is summed feature by feature, so that the plain reference gives the same bytes and equal points tie exactly.

/** out (4) ← squared distances from one point to the four centres of a panel. */
// @inline
function panelDistances(point: usize, features: i32, panel: usize, out: usize): void {
  let low: v128 = f64x2.splat(0)
  let high: v128 = f64x2.splat(0)
  const end = point + (<usize>features << 3)
  while (point < end) {
    const x: v128 = v128.load64_splat(point)
    const a: v128 = f64x2.sub(x, v128.load(panel))
    const b: v128 = f64x2.sub(x, v128.load(panel, 16))
    low = f64x2.add(low, f64x2.mul(a, a))
    high = f64x2.add(high, f64x2.mul(b, b))
    point += 8
    panel += 32
  }
  v128.store(out, low)
  v128.store(out, high, 16)
}

/** out (8) ← squared distances from one point to the eight centres of two panels, whose sums side by side hide how long each takes; once all of them reach `limit`, sums over only some of the features. */
function twoPanelDistances(point: usize, features: i32, panel: usize, other: usize, limit: f64, out: usize): void {
  let s0: v128 = f64x2.splat(0)
  let s1: v128 = f64x2.splat(0)
  let s2: v128 = f64x2.splat(0)
  let s3: v128 = f64x2.splat(0)
  for (let left = features; left > 0; left -= 8) {
    const end = point + (<usize>min(left, 8) << 3)
    while (point < end) {
      const x: v128 = v128.load64_splat(point)
      const a: v128 = f64x2.sub(x, v128.load(panel))
      const b: v128 = f64x2.sub(x, v128.load(panel, 16))
      const c: v128 = f64x2.sub(x, v128.load(other))
      const d: v128 = f64x2.sub(x, v128.load(other, 16))
      s0 = f64x2.add(s0, f64x2.mul(a, a))
      s1 = f64x2.add(s1, f64x2.mul(b, b))
      s2 = f64x2.add(s2, f64x2.mul(c, c))
      s3 = f64x2.add(s3, f64x2.mul(d, d))
      point += 8
      panel += 32
      other += 32
    }
    const least: v128 = f64x2.pmin(f64x2.pmin(s0, s1), f64x2.pmin(s2, s3))
    if (f64x2.extract_lane(least, 0) >= limit && f64x2.extract_lane(least, 1) >= limit) break
  }
  v128.store(out, s0)
  v128.store(out, s1, 16)
  v128.store(out, s2, 32)
  v128.store(out, s3, 48)
}

/**
 * k-means++: how much each of up to eight candidate centres (two panels) would bring. `nearest` (n) holds the squared distance of each
 * point to the centres chosen so far (`chosen`, i32: their indices among the points), `owner` (n, i32) which of them it is.
 * A point comes nearer to a candidate only if the candidate is less than twice as far from the point's owner as the point is; `slack`, a little
 * below 1, covers the rounding of that bound (kept for each chosen centre in `reach`).
 * potentials (8) ← Σ of what `nearest` would become; least (n×8) ← these values.
 */
export function tryCentres(
  points: usize, samples: i32, features: i32, panels: usize, chosen: usize, chosenCount: i32, slack: f64,
  nearest: usize, owner: usize, reach: usize, potentials: usize, least: usize, scratch: usize,
): void {
  const pointBytes = <usize>features << 3
  const second = panels + (<usize>features << 5)
  store<f64>(reach, -1)
  for (let c = 0; c < chosenCount; c++) {
    const centre = points + <usize>load<i32>(chosen + (<usize>c << 2)) * pointBytes
    twoPanelDistances(centre, features, panels, second, Infinity, scratch)
    let closest = Infinity
    for (let t: usize = 0; t < 64; t += 8) closest = min(closest, load<f64>(scratch + t))
    // The subtrahend is for distances so small that their squares are not accurate.
    store<f64>(reach + (<usize>c << 3), (closest / 4) * slack - 1e-280)
  }
  let p0: v128 = f64x2.splat(0)
  let p1: v128 = f64x2.splat(0)
  let p2: v128 = f64x2.splat(0)
  let p3: v128 = f64x2.splat(0)
  for (let i = 0; i < samples; i++) {
    const at = <usize>i << 3
    const now = load<f64>(nearest + at)
    let d0: v128 = f64x2.splat(now)
    let d1: v128 = d0
    let d2: v128 = d0
    let d3: v128 = d0
    if (!(now <= load<f64>(reach + (<usize>load<i32>(owner + (<usize>i << 2)) << 3)))) {
      twoPanelDistances(points + <usize>i * pointBytes, features, panels, second, now, scratch)
      d0 = f64x2.pmin(d0, v128.load(scratch))
      d1 = f64x2.pmin(d1, v128.load(scratch, 16))
      d2 = f64x2.pmin(d2, v128.load(scratch, 32))
      d3 = f64x2.pmin(d3, v128.load(scratch, 48))
    }
    p0 = f64x2.add(p0, d0)
    p1 = f64x2.add(p1, d1)
    p2 = f64x2.add(p2, d2)
    p3 = f64x2.add(p3, d3)
    const to = least + (<usize>i << 6)
    v128.store(to, d0)
    v128.store(to, d1, 16)
    v128.store(to, d2, 32)
    v128.store(to, d3, 48)
  }
  v128.store(potentials, p0)
  v128.store(potentials, p1, 16)
  v128.store(potentials, p2, 32)
  v128.store(potentials, p3, 48)
}

/**
 * Takes a single candidate (the address of its features) as the next of the chosen centres, with the arguments of `tryCentres`: `nearest` and `owner` are updated at once. Four points are measured side by side.
 * `scratch` holds 4 i32.
 */
export function takeCentre(
  points: usize, samples: i32, features: i32, candidate: usize, chosen: usize, chosenCount: i32, slack: f64,
  nearest: usize, owner: usize, reach: usize, scratch: usize,
): void {
  const pointBytes = <usize>features << 3
  store<f64>(reach, -1)
  for (let c = 0; c < chosenCount; c++) {
    const centre = points + <usize>load<i32>(chosen + (<usize>c << 2)) * pointBytes
    let square: f64 = 0
    for (let l: usize = 0; l < pointBytes; l += 8) {
      const difference = load<f64>(centre + l) - load<f64>(candidate + l)
      square += difference * difference
    }
    store<f64>(reach + (<usize>c << 3), (square / 4) * slack - 1e-280)
  }
  let waiting: usize = 0
  for (let i = 0; i < samples; i++) {
    const now = load<f64>(nearest + (<usize>i << 3))
    if (now <= load<f64>(reach + (<usize>load<i32>(owner + (<usize>i << 2)) << 3))) continue
    store<i32>(scratch + (waiting << 2), i)
    if (++waiting < 4) continue
    measureFour(points, features, candidate, scratch, nearest, owner, chosenCount)
    waiting = 0
  }
  if (waiting === 0) return
  // What is left is filled up with one of the same: to measure a point twice changes nothing.
  for (; waiting < 4; waiting++) store<i32>(scratch + (waiting << 2), load<i32>(scratch))
  measureFour(points, features, candidate, scratch, nearest, owner, chosenCount)
}

function measureFour(points: usize, features: i32, candidate: usize, four: usize, nearest: usize, owner: usize, chosenCount: i32): void {
  const pointBytes = <usize>features << 3
  const i0 = <usize>load<i32>(four)
  const i1 = <usize>load<i32>(four, 4)
  const i2 = <usize>load<i32>(four, 8)
  const i3 = <usize>load<i32>(four, 12)
  const n0 = load<f64>(nearest + (i0 << 3))
  const n1 = load<f64>(nearest + (i1 << 3))
  const n2 = load<f64>(nearest + (i2 << 3))
  const n3 = load<f64>(nearest + (i3 << 3))
  const p0 = points + i0 * pointBytes
  const p1 = points + i1 * pointBytes
  const p2 = points + i2 * pointBytes
  const p3 = points + i3 * pointBytes
  let s0: f64 = 0
  let s1: f64 = 0
  let s2: f64 = 0
  let s3: f64 = 0
  for (let begin: usize = 0; begin < pointBytes; begin += 64) {
    const end = min(begin + 64, pointBytes)
    for (let l = begin; l < end; l += 8) {
      const centre = load<f64>(candidate + l)
      const d0 = load<f64>(p0 + l) - centre
      const d1 = load<f64>(p1 + l) - centre
      const d2 = load<f64>(p2 + l) - centre
      const d3 = load<f64>(p3 + l) - centre
      s0 += d0 * d0
      s1 += d1 * d1
      s2 += d2 * d2
      s3 += d3 * d3
    }
    if (s0 >= n0 && s1 >= n1 && s2 >= n2 && s3 >= n3) return
  }
  if (s0 < n0) become(i0, s0, nearest, owner, chosenCount)
  if (s1 < n1) become(i1, s1, nearest, owner, chosenCount)
  if (s2 < n2) become(i2, s2, nearest, owner, chosenCount)
  if (s3 < n3) become(i3, s3, nearest, owner, chosenCount)
}

// @inline
function become(point: usize, square: f64, nearest: usize, owner: usize, centre: i32): void {
  store<f64>(nearest + (point << 3), square)
  store<i32>(owner + (point << 2), centre)
}

/**
 * One assignment step: labels (n, i32; −1 before the first step) ← nearest centre, ties to the lowest index.
 * Centres that cannot be nearest are passed over by the triangle inequality (in groups, after Ding et al. 2015; a group is a panel):
 * `upper` (n) + centreDrift[label] is at least the distance to the point's centre, `lower` (n×panels) − panelDrift[p] at most that to every other centre
 * of panel p, `lowest` (n) − maxDrift at most that to every other centre at all; drifts are summed over all steps so far.
 * `slack` covers the rounding of these bounds, so that the labels are those of the plain step.
 */
export function assignCentres(
  points: usize, samples: i32, features: i32, panels: usize, panelCount: i32, labels: usize,
  upper: usize, lower: usize, lowest: usize, centreDrift: usize, panelDrift: usize, maxDrift: f64, slack: f64, scratch: usize,
): void {
  const pointBytes = <usize>features << 3
  const panelBytes = <usize>features << 5
  for (let i = 0; i < samples; i++) {
    const at = <usize>i << 3
    const own = load<i32>(labels + (<usize>i << 2))
    const bounds = lower + <usize>i * (<usize>panelCount << 3)
    const point = points + <usize>i * pointBytes
    let best = Infinity
    let label = -1
    let bestPanel = -1
    let runner = Infinity
    if (own >= 0) {
      const l = load<f64>(lowest + at)
      const u = load<f64>(upper + at)
      const drift = load<f64>(centreDrift + (<usize>own << 3))
      if (l - maxDrift - (u + drift) > slack * (l + maxDrift + abs(u) + drift)) continue
      bestPanel = own >> 2
    }
    // The panel of the present centre goes first: it gives the bound that lets the others be passed over. The others wait for a second one.
    const first = bestPanel
    let waiting = -1
    for (let turn = first < 0 ? 0 : -1; turn <= panelCount; turn++) {
      let panel = turn < 0 ? first : turn
      if (turn >= 0 && turn < panelCount) {
        if (panel === first) continue
        if (first >= 0) {
          const l = load<f64>(bounds + (<usize>panel << 3))
          const sum = load<f64>(panelDrift + (<usize>panel << 3))
          const u = sqrt(best)
          if (l - sum - u > slack * (l + sum + u)) continue
        }
        if (waiting < 0) {
          waiting = panel
          continue
        }
      } else if (turn === panelCount) {
        if (waiting < 0) break
        panel = waiting
        waiting = -1
      }
      const other = panels + <usize>panel * panelBytes
      if (waiting < 0) panelDistances(point, features, other, scratch)
      else twoPanelDistances(point, features, panels + <usize>waiting * panelBytes, other, Infinity, scratch)
      let distances = scratch
      let measured = waiting < 0 ? panel : waiting
      for (;;) {
        // The least and the second least of four, without branches that cannot be foreseen.
        const low: v128 = v128.load(distances)
        const high: v128 = v128.load(distances, 16)
        const lesser: v128 = f64x2.pmin(low, high)
        const greater: v128 = f64x2.pmax(low, high)
        const left: v128 = f64x2.splat(f64x2.extract_lane(lesser, 0))
        const right: v128 = f64x2.splat(f64x2.extract_lane(lesser, 1))
        const least = f64x2.extract_lane(f64x2.pmin(left, right), 0)
        if (least <= best) {
          let index = 0
          while (index < 3 && load<f64>(distances + (<usize>index << 3)) !== least) index++
          index += measured << 2
          if (least < best || index < label) {
            const other: v128 = f64x2.pmin(f64x2.splat(f64x2.extract_lane(greater, 0)), f64x2.splat(f64x2.extract_lane(greater, 1)))
            best = least
            label = index
            bestPanel = measured
            runner = f64x2.extract_lane(f64x2.pmin(f64x2.pmax(left, right), other), 0)
          }
        }
        store<f64>(bounds + (<usize>measured << 3), sqrt(least) + load<f64>(panelDrift + (<usize>measured << 3)))
        if (measured === panel) break
        measured = panel
        distances += 32
      }
      if (turn >= 0) waiting = -1
    }
    store<f64>(bounds + (<usize>bestPanel << 3), sqrt(runner) + load<f64>(panelDrift + (<usize>bestPanel << 3)))
    let least = Infinity
    for (let panel = 0; panel < panelCount; panel++)
      least = min(least, load<f64>(bounds + (<usize>panel << 3)) - load<f64>(panelDrift + (<usize>panel << 3)))
    store<f64>(lowest + at, least + maxDrift)
    store<f64>(upper + at, sqrt(best) - load<f64>(centreDrift + (<usize>label << 3)))
    store<i32>(labels + (<usize>i << 2), label)
  }
}

/** sums (clusters × features, zero before) ← for each cluster the sum of (point − centre) over its points; centres are clusters × features. */
export function sumDifferences(points: usize, samples: i32, features: i32, labels: usize, centres: usize, sums: usize): void {
  const pointBytes = <usize>features << 3
  for (let i = 0; i < samples; i++) {
    const offset = <usize>load<i32>(labels + (<usize>i << 2)) * pointBytes
    let point = points + <usize>i * pointBytes
    let centre = centres + offset
    let sum = sums + offset
    let left = features
    for (; left > 1; left -= 2) {
      v128.store(sum, f64x2.add(v128.load(sum), f64x2.sub(v128.load(point), v128.load(centre))))
      point += 16
      centre += 16
      sum += 16
    }
    if (left > 0) store<f64>(sum, load<f64>(sum) + (load<f64>(point) - load<f64>(centre)))
  }
}
