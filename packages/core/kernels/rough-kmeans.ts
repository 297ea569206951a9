// One run of k-means from its start to its labels, for partitions that vote: `roughKmeansReference` of src/numerics/kmeans/kmeans-reference.ts has the plain loops. Points are n×d, row by row, and a second time in single precision as `packEights` lays
// them out; nearest centres are those of single precision.
import { takeCentre, tryCentres } from './kmeans'
import { countLabels, fillEmpty, measure, moveToMeans } from './lloyd'
import { nearestCentres } from './nearest-centres'

/** Where the next room in the scratch space begins; every thread has an instance of its own. */
let top: usize = 0

function room(bytes: usize): usize {
  const at = top
  top = at + ((bytes + 15) & ~15)
  return at
}

/**
 * The start is drawn from `size` of the points, spread evenly from point `first` on, by `drawCentres`. Up to `steps` steps on these points follow and, where they are not
 * all, up to `lastSteps` on all. labels (i32, room for a multiple of 8) ← the cluster of each point. It returns the squared error. `scratch` has the size that `roughRoom` returns.
 */
export function roughKmeans(
  points: usize, eights: usize, samples: i32, features: i32, clusters: i32, trials: i32, draws: usize, first: i32, size: i32, steps: i32, lastSteps: i32,
  labels: usize, scratch: usize,
): f64 {
  top = scratch
  const rowBytes = <usize>features << 3
  const centres = room(<usize>clusters * rowBytes)
  const inner = top
  let own = points
  let ownEights = eights
  let ownLabels = labels
  if (size < samples) {
    own = room(<usize>size * rowBytes)
    ownEights = room((<usize>size + 7 & ~7) * rowBytes >> 1)
    ownLabels = room((<usize>size + 7 & ~7) << 2)
    takePart(points, samples, features, first, size, own, ownEights)
  }
  const beside = top
  drawCentres(own, size, features, clusters, trials, draws, centres, beside)
  top = beside
  let error = settle(own, ownEights, size, features, clusters, centres, steps, ownLabels)
  if (size < samples) {
    top = inner
    error = settle(points, eights, samples, features, clusters, centres, lastSteps, labels)
  }
  return error
}

/** Doubles of scratch space that `roughKmeans` needs. */
export function roughRoom(samples: i32, features: i32, clusters: i32, size: i32): i32 {
  const part = size < samples ? (size + 8) * (2 * features + 1) : 0
  const drawn = size * 12 + clusters * 3 + 8 * features
  const settled = samples * 2 + (clusters + 4) * (2 * features + 2)
  return clusters * features + part + max(drawn, settled) + 64
}

/** Copies a part of the points, and in single precision to panels of eight; what is left of the last panel is never looked at. */
function takePart(points: usize, samples: i32, features: i32, first: i32, size: i32, own: usize, eights: usize): void {
  const rowBytes = <usize>features << 3
  for (let j = 0; j < size; j++) {
    const from = points + <usize>((first + <i32>(<f64>j * <f64>samples / <f64>size)) % samples) * rowBytes
    const to = own + <usize>j * rowBytes
    let panel = eights + (<usize>(j >> 3) * rowBytes << 2) + (<usize>(j & 7) << 2)
    for (let l: usize = 0; l < rowBytes; l += 8, panel += 32) {
      const value = load<f64>(from + l)
      store<f64>(to + l, value)
      store<f32>(panel, <f32>value)
    }
  }
}

/** centres (clusters × features) ← those of one k-means++ start, each the best of so many `trials`; one random number of `draws` a trial, and one for the first centre. `scratch`: as much as `roughRoom` says. */
export function drawCentres(points: usize, samples: i32, features: i32, clusters: i32, trials: i32, draws: usize, centres: usize, scratch: usize): void {
  top = scratch
  const rowBytes = <usize>features << 3
  const nearest = room(<usize>samples << 3)
  const sums = room(<usize>samples << 3)
  const owner = room(<usize>samples << 2)
  const least = room(<usize>samples << 6)
  const chosen = room(<usize>clusters << 2)
  const reach = room(<usize>clusters << 3)
  const panels = room(8 * rowBytes)
  const candidates = room(64)
  const potentials = room(64)
  const few = room(64)
  // Covers the rounding of a bound.
  const slack = 1 - 8 * <f64>(features + 20) * f64.EPSILON
  for (let i: usize = 0; i < <usize>samples; i++) store<f64>(nearest + (i << 3), Infinity)
  memory.fill(owner, 0, <usize>samples << 2)
  for (let c = 0; c < clusters; c++) {
    const count = c === 0 ? 1 : trials
    const total = c === 0 ? 0 : runningSums(nearest, samples, sums)
    for (let t: usize = 0; t < <usize>count; t++, draws += 8) {
      const drawn = load<f64>(draws)
      store<i32>(candidates + (t << 2), total > 0 ? firstAbove(sums, samples, drawn * total) : <i32>(drawn * <f64>samples))
    }
    let taken = load<i32>(candidates)
    if (count === 1) takeCentre(points, samples, features, points + <usize>taken * rowBytes, chosen, c, slack, nearest, owner, reach, few)
    else {
      packCandidates(points, features, candidates, count, panels)
      tryCentres(points, samples, features, panels, chosen, c, slack, nearest, owner, reach, potentials, least, few)
      let best: usize = 0
      for (let t: usize = 1; t < <usize>count; t++) if (load<f64>(potentials + (t << 3)) < load<f64>(potentials + (best << 3))) best = t
      taken = load<i32>(candidates + (best << 2))
      acceptCentre(samples, least + (best << 3), c, nearest, owner)
    }
    store<i32>(chosen + (<usize>c << 2), taken)
    memory.copy(centres + <usize>c * rowBytes, points + <usize>taken * rowBytes, rowBytes)
  }
}

/** Running sums of values; gives the last one. */
function runningSums(values: usize, count: i32, sums: usize): f64 {
  let sum: f64 = 0
  for (let i: usize = 0; i < <usize>count; i++) {
    sum += load<f64>(values + (i << 3))
    store<f64>(sums + (i << 3), sum)
  }
  return sum
}

/** The first place whose running sum is above `threshold`, else the last one at which the sums still grew. */
function firstAbove(sums: usize, count: i32, threshold: f64): i32 {
  const last = load<f64>(sums + (<usize>(count - 1) << 3))
  const bound = min(threshold, last - last * f64.EPSILON)
  let low = 0
  let high = count - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (load<f64>(sums + (<usize>middle << 3)) > bound) high = middle
    else low = middle + 1
  }
  return low
}

/** Candidates in two panels of four, +∞ where there is none. */
function packCandidates(points: usize, features: i32, candidates: usize, count: i32, panels: usize): void {
  for (let t = 0; t < 8; t++) {
    const from = t < count ? points + (<usize>load<i32>(candidates + (<usize>t << 2)) * <usize>features << 3) : 0
    let to = panels + (<usize>(t >> 2) * <usize>features << 5) + (<usize>(t & 3) << 3)
    for (let l: usize = 0; l < <usize>features; l++, to += 32) store<f64>(to, t < count ? load<f64>(from + (l << 3)) : Infinity)
  }
}

/** Brings what is nearest up to date by what `tryCentres` found for one candidate. */
function acceptCentre(samples: i32, least: usize, centre: i32, nearest: usize, owner: usize): void {
  for (let i: usize = 0; i < <usize>samples; i++) {
    const value = load<f64>(least + (i << 6))
    if (!(value < load<f64>(nearest + (i << 3)))) continue
    store<f64>(nearest + (i << 3), value)
    store<i32>(owner + (i << 2), centre)
  }
}

/** Lloyd's steps from `centres` until no label changes; gives the squared error. An empty cluster gets the point that is farthest from its centre. */
function settle(points: usize, eights: usize, samples: i32, features: i32, clusters: i32, centres: usize, steps: i32, labels: usize): f64 {
  const rowBytes = <usize>features << 3
  const panelCount = (clusters + 3) >> 2
  const eightCount = (samples + 7) >> 3
  const next = room(<usize>eightCount << 5)
  const distances = room(<usize>samples << 3)
  const sums = room(<usize>clusters * rowBytes)
  const counts = room(<usize>clusters << 2)
  const panels = room(<usize>panelCount * rowBytes << 1)
  const halves = room(<usize>panelCount << 4)
  const labelBytes = <usize>samples << 2
  memory.fill(labels, 0xff, labelBytes)
  for (let step = 0; step < steps; step++) {
    packCentres(centres, clusters, features, panels, halves)
    nearestCentres(eights, eightCount, rowBytes << 2, features, panels, panelCount, halves, next)
    countLabels(next, samples, clusters, counts)
    fillEmpty(points, samples, features, clusters, next, centres, counts, distances)
    let changed = 0
    for (let at: usize = 0; at < labelBytes; at += 4) changed |= load<i32>(next + at) ^ load<i32>(labels + at)
    if (changed === 0) break
    memory.copy(labels, next, labelBytes)
    moveToMeans(points, samples, features, clusters, labels, counts, centres, sums)
  }
  return measure(points, samples, features, labels, centres, distances)
}

/** Centres in panels of four in single precision, zero where there is none, and half the square of each, +∞ where there is none. */
function packCentres(centres: usize, clusters: i32, features: i32, panels: usize, halves: usize): void {
  for (let c = 0; c < ((clusters + 3) & ~3); c++) {
    let to = panels + (<usize>(c >> 2) * <usize>features << 4) + (<usize>(c & 3) << 2)
    let square: f64 = 0
    for (let l = 0; l < features; l++, to += 16) {
      const value = c < clusters ? load<f64>(centres + (<usize>(c * features + l) << 3)) : 0
      square += value * value
      store<f32>(to, <f32>value)
    }
    store<f32>(halves + (<usize>c << 2), c < clusters ? <f32>(square / 2) : <f32>Infinity)
  }
}
