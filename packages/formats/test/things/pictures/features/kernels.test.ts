import { Random } from '@manyview/core/numerics'
import { describe, expect, it } from 'vitest'
import { colourFeatures, colourNames, colourTables } from '../../../../src/things/pictures/features/colour.ts'
import { pictureDescriber, SIDE, toneTable } from '../../../../src/things/pictures/features/describe-picture.ts'
import { layoutNames, layoutTables } from '../../../../src/things/pictures/features/layout.ts'
import {
  colourHistogramsReference,
  greyAndToneReference,
  halveReference,
  orientedEnergyReference,
  orientedGradientsReference,
  texturePatternsReference,
} from '../../../../src/things/pictures/features/reference.ts'
import { directionEdges, shapeFeatures, shapeNames } from '../../../../src/things/pictures/features/shape.ts'
import { patternTable, textureFeatures, textureNames } from '../../../../src/things/pictures/features/texture.ts'
import { resizePicture } from '../../../../src/things/pictures/resize-picture.ts'
import { noisyPicture } from '../noisy-picture.ts'

const picture = noisyPicture(90, 70, new Random(3))
const pixels = resizePicture(picture, SIDE, SIDE)
const { grey, tone } = greyAndToneReference(pixels, toneTable())
const half = halveReference(grey, SIDE)
const features = await (await pictureDescriber())(picture)

describe('the kernels of pictures give the bytes of their references', () => {
  it('colours', () => {
    const expected = colourFeatures(colourHistogramsReference(pixels, SIDE, colourTables()))
    expect(features.colour).toEqual(expected)
    expect(colourNames()).toHaveLength(expected.length)
  })

  it('textures', () => {
    const table = patternTable()
    const expected = textureFeatures(
      texturePatternsReference(grey, SIDE, table),
      texturePatternsReference(half, SIDE / 2, table),
    )
    expect(features.texture).toEqual(expected)
    expect(textureNames()).toHaveLength(expected.length)
  })

  it('shapes', () => {
    const expected = shapeFeatures(orientedGradientsReference(grey, SIDE, directionEdges()))
    expect(features.shape).toEqual(expected)
    expect(shapeNames()).toHaveLength(expected.length)
  })

  it('layout', () => {
    const expected = orientedEnergyReference(halveReference(tone, SIDE), SIDE / 2, layoutTables())
    expect(features.layout).toEqual(expected)
    expect(layoutNames()).toHaveLength(expected.length)
  })
})

it('describes a second picture as if it were the first', async () => {
  const describe = await pictureDescriber()
  describe(noisyPicture(20, 300, new Random(4)))
  expect(describe(picture)).toEqual(features)
})
