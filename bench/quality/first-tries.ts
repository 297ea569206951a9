import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { normal, Random } from '@manyview/core/numerics'
import type { DataSet, Source, Sources } from './data-set.ts'
import { drawBlobs, drawCentres, drawnSource, draws, oneView } from './drawn.ts'

type Draw = (random: Random) => { views: number[][][]; labels: string[] }

/** Where Debian's python3-sklearn keeps iris, wine and digits. */
export const sklearnFolder = '/usr/lib/python3/dist-packages/sklearn/datasets/data'

/** What people try first and look at: shapes in the plane, by name. */
const shapes: Record<string, Draw> = {
  moons: drawMoons,
  circles: drawCircles,
  'five blobs': (random) => drawPlaneBlobs(random, [100, 100, 100, 100, 100], 6),
  'uneven blobs': (random) => drawPlaneBlobs(random, [400, 60, 15], 6, 5),
}

/** Names the draws of a shape. */
export function drawsOf(shape: string): string[] {
  return Array.from({ length: draws }, (_, draw) => `${shape} ${draw + 1}`)
}

/** Shapes in the plane, and the three tables that every course uses. */
export const firstTries: Sources = {
  ...Object.fromEntries(Object.keys(shapes).flatMap(drawnShapes)),
  wine: tableSource('wine_data.csv', 1),
  iris: tableSource('iris.csv', 1),
  digits: tableSource('digits.csv.gz', 0),
}

function drawnShapes(shape: string, index: number): [string, Source][] {
  return drawsOf(shape).map((name, draw) => [
    name,
    drawnSource(500, () => shapes[shape](new Random(index).split(draw))),
  ])
}

/** 500 points on two half circles that reach into each other (`make_moons` of scikit-learn, noise 0.05). */
function drawMoons(random: Random): ReturnType<Draw> {
  const moon = (side: number) =>
    Array.from({ length: 250 }, (_, i) => {
      const angle = (Math.PI * i) / 249
      const [x, y] = [Math.cos(angle), Math.sin(angle)]
      return (side === 0 ? [x, y] : [1 - x, 0.5 - y]).map((value) => value + 0.05 * normal(random))
    })
  return { views: [[...moon(0), ...moon(1)]], labels: halves(500) }
}

/** 500 points on two circles, one in the other (`make_circles` of scikit-learn, noise 0.05, factor 0.5). */
function drawCircles(random: Random): ReturnType<Draw> {
  const circle = (radius: number) =>
    Array.from({ length: 250 }, (_, i) => {
      const angle = (2 * Math.PI * i) / 250
      return [Math.cos(angle), Math.sin(angle)].map((value) => radius * value + 0.05 * normal(random))
    })
  return { views: [[...circle(1), ...circle(0.5)]], labels: halves(500) }
}

function drawPlaneBlobs(random: Random, sizes: number[], apart: number, halfWidth = 10): ReturnType<Draw> {
  const centres = drawCentres(random, { count: sizes.length, dimensions: 2, halfWidth, apart })
  const { rows, labels } = drawBlobs(random, centres, sizes)
  return { views: [rows], labels }
}

function halves(samples: number): string[] {
  return Array.from({ length: samples }, (_, i) => (i < samples / 2 ? '0' : '1'))
}

/** A table of scikit-learn whose last column is the class. */
function tableSource(file: string, heading: number): Source {
  return {
    samples: file.startsWith('digits') ? 1797 : 150,
    async read(): Promise<DataSet | null> {
      const path = `${sklearnFolder}/${file}`
      if (!existsSync(path)) return null
      const bytes = readFileSync(path)
      const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
      const table = text.trim().split('\n').slice(heading)
      const rows = table.map((line) => line.split(',').map(Number))
      const labels = rows.map((row) => String(row.at(-1)))
      return {
        input: oneView(rows.map((row) => row.slice(0, -1))),
        labellings: [labels],
        clusters: new Set(labels).size,
      }
    },
  }
}
