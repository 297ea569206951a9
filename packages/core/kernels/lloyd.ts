// Lloyd's steps in double precision, many at a time: src/numerics/kmeans/kmeans-reference.ts has the plain loops. Points are n×d, row by row.
import { assignCentres, sumDifferences } from './kmeans'

/** Doubles at the head of the state of a run: the steps that are done, 1 once no label changed, and how far centres went at the most in all of them. */
const HEAD = 4

/**
 * Up to `steps` further steps of the run in `state` (what `lloydRoom` says, zeros at first), until no label changes or `most` steps are done in all: assign each point to its nearest
 * of the `centres`, give empty clusters a point, move each centre to the mean. labels (n, i32) ← the cluster of each point. It returns the squared error once the run is over, −1 before.
 */
export function lloydSteps(points: usize, samples: i32, features: i32, clusters: i32, steps: i32, most: i32, labels: usize, centres: usize, state: usize): f64 {
  const centreBytes = <usize>(clusters * features) << 3
  const panelCount = (clusters + 3) >> 2
  const boundBytes = <usize>samples << 3
  const labelBytes = <usize>samples << 2
  const centreDrift = state + (HEAD << 3)
  const panelDrift = centreDrift + (<usize>clusters << 3)
  const scratch = panelDrift + (<usize>panelCount << 3)
  const used = scratch + 64
  const sums = used + centreBytes
  const panels = sums + centreBytes
  const upper = panels + (<usize>(panelCount * features) << 5)
  const lowest = upper + boundBytes
  const lower = lowest + boundBytes
  const distances = lower + boundBytes * <usize>panelCount
  const before = distances + boundBytes
  const counts = before + labelBytes
  let done = <i32>load<f64>(state)
  if (done === 0) memory.fill(labels, 0xff, labelBytes)
  for (const end = min(most, done + steps); done < end; done++) {
    memory.copy(before, labels, labelBytes)
    memory.copy(used, centres, centreBytes)
    packPanels(centres, clusters, features, panels)
    // Rounding of a distance, of the summed drifts and of the comparison, each far below this.
    const slack = 4 * <f64>(features + done + 20) * f64.EPSILON
    const maxDrift = load<f64>(state, 16)
    assignCentres(points, samples, features, panels, panelCount, labels, upper, lower, lowest, centreDrift, panelDrift, maxDrift, slack, scratch)
    countLabels(labels, samples, clusters, counts)
    if (fillEmpty(points, samples, features, clusters, labels, centres, counts, distances)) forgetBounds(samples, panelCount, upper, lowest, lower)
    if (memory.compare(labels, before, labelBytes) === 0) {
      store<f64>(state, 1, 8)
      break
    }
    moveToMeans(points, samples, features, clusters, labels, counts, centres, sums)
    store<f64>(state, maxDrift + followCentres(centres, used, clusters, features, centreDrift, panelDrift), 16)
  }
  store<f64>(state, <f64>done)
  return done === most || load<f64>(state, 8) === 1 ? measure(points, samples, features, labels, centres, distances) : -1
}

/** Doubles that the state of a run takes. */
export function lloydRoom(samples: i32, features: i32, clusters: i32): i32 {
  const panelCount = (clusters + 3) >> 2
  return HEAD + 8 + 2 * clusters + panelCount + (2 * clusters + 4 * panelCount) * features + samples * (4 + panelCount)
}

/** Centres in panels of four, +∞ where there is none. */
function packPanels(centres: usize, clusters: i32, features: i32, panels: usize): void {
  for (let c = 0; c < ((clusters + 3) & ~3); c++) {
    const from = centres + (<usize>(c * features) << 3)
    let to = panels + (<usize>((c >> 2) * features) << 5) + (<usize>(c & 3) << 3)
    for (let l: usize = 0; l < <usize>features; l++, to += 32) store<f64>(to, c < clusters ? load<f64>(from + (l << 3)) : Infinity)
  }
}

/** counts (clusters, i32) ← how many points each cluster has. */
export function countLabels(labels: usize, samples: i32, clusters: i32, counts: usize): void {
  memory.fill(counts, 0, <usize>clusters << 2)
  const end = labels + (<usize>samples << 2)
  for (; labels < end; labels += 4) {
    const count = counts + (<usize>load<i32>(labels) << 2)
    store<i32>(count, load<i32>(count) + 1)
  }
}

/** centre ← centre + sum / count, where `sums` become those of (point − centre): as the mean, but exact where all points of a cluster are equal to it. */
export function moveToMeans(points: usize, samples: i32, features: i32, clusters: i32, labels: usize, counts: usize, centres: usize, sums: usize): void {
  const rowBytes = <usize>features << 3
  memory.fill(sums, 0, <usize>clusters * rowBytes)
  sumDifferences(points, samples, features, labels, centres, sums)
  for (let c: usize = 0; c < <usize>clusters; c++) {
    const count = <f64>load<i32>(counts + (c << 2))
    if (count === 0) continue
    for (let at = c * rowBytes; at < (c + 1) * rowBytes; at += 8)
      store<f64>(centres + at, load<f64>(centres + at) + load<f64>(sums + at) / count)
  }
}

/** The centres went elsewhere since they were `used`: adds the distance that each went to centreDrift, and the longest of each panel to panelDrift. It returns the longest of all. */
export function followCentres(centres: usize, used: usize, clusters: i32, features: i32, centreDrift: usize, panelDrift: usize): f64 {
  let longest: f64 = 0
  for (let c = 0; c < clusters; c += 4) {
    let longestHere: f64 = 0
    for (let own = c; own < min(c + 4, clusters); own++) {
      let square: f64 = 0
      const end = <usize>((own + 1) * features) << 3
      for (let at = <usize>(own * features) << 3; at < end; at += 8) {
        const difference = load<f64>(centres + at) - load<f64>(used + at)
        square += difference * difference
      }
      // The addend is for ways so short that their squares are not accurate.
      const way = square > 0 ? sqrt(square) + 1e-140 : 0
      const drift = centreDrift + (<usize>own << 3)
      store<f64>(drift, load<f64>(drift) + way)
      longestHere = max(longestHere, way)
    }
    const drift = panelDrift + (<usize>(c >> 2) << 3)
    store<f64>(drift, load<f64>(drift) + longestHere)
    longest = max(longest, longestHere)
  }
  return longest
}

/** Labels were changed by hand, which is rare: the next step looks at all centres of all points. */
function forgetBounds(samples: i32, panelCount: i32, upper: usize, lowest: usize, lower: usize): void {
  for (let i: usize = 0; i < <usize>samples; i++) {
    store<f64>(upper + (i << 3), Infinity)
    store<f64>(lowest + (i << 3), -Infinity)
  }
  for (let p: usize = 0; p < <usize>samples * <usize>panelCount; p++) store<f64>(lower + (p << 3), -Infinity)
}

/** Gives every empty cluster the point farthest from its own centre among the clusters with more than one point, the lowest of equal ones; true where one got it. */
export function fillEmpty(points: usize, samples: i32, features: i32, clusters: i32, labels: usize, centres: usize, counts: usize, distances: usize): bool {
  const rowBytes = <usize>features << 3
  let measured = false
  let filled = false
  for (let c = 0; c < clusters; c++) {
    if (load<i32>(counts + (<usize>c << 2)) > 0) continue
    if (!measured) measure(points, samples, features, labels, centres, distances)
    measured = true
    let farthest = -1
    let most: f64 = 0
    for (let i = 0; i < samples; i++) {
      const distance = load<f64>(distances + (<usize>i << 3))
      if (!(distance > most) || load<i32>(counts + (<usize>load<i32>(labels + (<usize>i << 2)) << 2)) < 2) continue
      farthest = i
      most = distance
    }
    if (farthest < 0) break
    const place = labels + (<usize>farthest << 2)
    const left = counts + (<usize>load<i32>(place) << 2)
    store<i32>(left, load<i32>(left) - 1)
    store<i32>(counts + (<usize>c << 2), 1)
    store<i32>(place, c)
    store<f64>(distances + (<usize>farthest << 3), 0)
    memory.copy(centres + <usize>c * rowBytes, points + <usize>farthest * rowBytes, rowBytes)
    filled = true
  }
  return filled
}

/** distances ← squared distance of every point to the centre of its cluster; gives their sum. */
export function measure(points: usize, samples: i32, features: i32, labels: usize, centres: usize, distances: usize): f64 {
  const rowBytes = <usize>features << 3
  let sum: f64 = 0
  for (let i: usize = 0; i < <usize>samples; i++) {
    const point = points + i * rowBytes
    const centre = centres + <usize>load<i32>(labels + (i << 2)) * rowBytes
    let square: f64 = 0
    for (let l: usize = 0; l < rowBytes; l += 8) {
      const difference = load<f64>(point + l) - load<f64>(centre + l)
      square += difference * difference
    }
    store<f64>(distances + (i << 3), square)
    sum += square
  }
  return sum
}
