import type { Matrix } from '@manyview/core'
import { concatenateColumns, matrix, multiply, Random, svd, transpose, unitRows } from '@manyview/core/numerics'
import { describe, expect, it } from 'vitest'
import { download, emptyMatrix, gram, multiplyInto, upload } from '../src/dense/card-matrix.ts'
import { singularTriplets } from '../src/dense/singular-triplets.ts'
import {
  alone,
  beside,
  downloadWide,
  emptyWide,
  firstColumns,
  gramWide,
  multiplyWide,
  unitRowsOf,
  uploadMoved,
  uploadWide,
} from '../src/dense/wide-matrix.ts'
import { narrowDevice, noSoftwareDevice, onDevice, softwareDevice } from './software-device.ts'

const turn = { stage: 'test', iteration: 1, total: 1 }
/** Rounding of a sum in single precision, by its length. */
const EPSILON = 2 ** -23

function randomMatrix(rows: number, columns: number): Matrix {
  const random = new Random(rows * 1000 + columns)
  return matrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, () => random.uniform() - 0.5),
  )
}

function expectClose(found: Matrix, wanted: Matrix, tolerance: number): void {
  expect([found.rows, found.columns]).toEqual([wanted.rows, wanted.columns])
  const worst = found.data.reduce((most, value, p) => Math.max(most, Math.abs(value - wanted.data[p])), 0)
  expect(worst).toBeLessThanOrEqual(tolerance)
}

describe.skipIf(noSoftwareDevice)('matrices on a device', () => {
  it.each([
    [1, 1, 1],
    [2, 3, 5],
    [17, 64, 4],
    [131, 67, 13],
    [1031, 5, 66],
  ])('with %i rows, %i and %i columns have the products of the plain loop', async (rows, left, right) => {
    const { card } = await softwareDevice()
    const [a, b, w] = [randomMatrix(rows, left), randomMatrix(rows, right), randomMatrix(left, right)]
    const room = card.room()
    const [onCard, other] = [upload(room, a), upload(room, b)]
    const device = await softwareDevice()
    expectClose(await onDevice(device, gram(card, onCard, other, turn)), multiply(transpose(a), b), rows * EPSILON)
    const out = emptyMatrix(room, rows, right)
    multiplyInto(card, room, out, onCard, w)
    expectClose(await onDevice(device, download(card, out, turn)), multiply(a, w), left * EPSILON)
    room.free()
  })

  it('have rows of unit length, and zero where they are shorter than 1e-12', async () => {
    const device = await softwareDevice()
    const room = device.card.room()
    const a = upload(room, matrix(3, 3, Float64Array.of(3, 0, 4, 0, 0, 0, 1e-13, 0, 0)))
    unitRowsOf(device.card, room, alone(a))
    const found = await onDevice(device, download(device.card, a, turn))
    expectClose(found, matrix(3, 3, Float64Array.of(0.6, 0, 0.8, 0, 0, 0, 0, 0, 0)), EPSILON)
    room.free()
  })

  it.each([
    [2, 1, 2],
    [13, 9, 5],
    [131, 22, 30],
  ])(
    'of %i rows, %i and %i columns that lie in several buffers are as if they lay in one',
    async (rows, left, right) => {
      const device = await narrowDevice(32 * rows)
      const { card } = device
      const [a, b, w] = [randomMatrix(rows, left), randomMatrix(rows, right), randomMatrix(left, right)]
      const room = card.room()
      const [onCard, other] = [uploadWide(card, room, a), uploadWide(card, room, b)]
      expect(onCard.parts).toHaveLength(Math.ceil(left / 8))
      const sideBySide = concatenateColumns([a, b])
      const back = (wide: Parameters<typeof downloadWide>[1]) => onDevice(device, downloadWide(card, wide, turn))
      expectClose(await back(beside(card, room, onCard, other)), sideBySide, EPSILON)
      expectClose(
        await back(firstColumns(other, right - 1)),
        matrix(
          rows,
          right - 1,
          b.data.filter((_, p) => p % right < right - 1),
        ),
        EPSILON,
      )
      expectClose(
        await onDevice(device, gramWide(card, onCard, other, turn)),
        multiply(transpose(a), b),
        rows * EPSILON,
      )
      const out = emptyWide(card, room, rows, right)
      multiplyWide(card, room, out, onCard, w)
      expectClose(await back(out), multiply(a, w), left * EPSILON)
      const moved = await back(uploadMoved(card, room, { ...a, data: a.data.slice() }))
      expectClose(
        moved,
        matrix(
          rows,
          left,
          a.data.map((value, p) => value - a.data[p % left]),
        ),
        EPSILON,
      )
      unitRowsOf(card, room, other)
      expectClose(await back(other), unitRows(b), 4 * EPSILON)
      room.free()
    },
  )

  it('are none where there are no rows', async () => {
    const device = await softwareDevice()
    const room = device.card.room()
    const a = upload(room, matrix(0, 3))
    expectClose(await onDevice(device, gram(device.card, a, a, turn)), matrix(3, 3), 0)
    expect((await onDevice(device, download(device.card, a, turn))).data).toHaveLength(0)
    room.free()
  })

  it.each([
    [2, 1, 1],
    [131, 7, 3],
  ])(
    'with %i rows and %i columns have the %i singular triplets of the core, in blocks as well',
    async (rows, columns, rank) => {
      const device = await softwareDevice()
      const a = randomMatrix(rows, columns)
      for (const given of [device, await narrowDevice(800)]) {
        const { card } = given
        const { u, s, v } = await onDevice(given, singularTriplets(card, a, rank, 'test'))
        const wanted = svd(a)
        for (let j = 0; j < rank; j++) {
          expect(Math.abs(s[j] - wanted.s[j])).toBeLessThan(1e-5 * wanted.s[0])
          const image = multiply(
            a,
            matrix(
              columns,
              1,
              v.data.filter((_, p) => p % rank === j),
            ),
          )
          for (let i = 0; i < rows; i++)
            expect(Math.abs(image.data[i] - s[j] * u.data[i * rank + j])).toBeLessThan(1e-5)
        }
      }
    },
  )
})
