import type { DenseView } from '@manyview/core'
import { unzlibSync } from 'fflate'
import { digitsBytes } from './digits-bytes.ts'
import { fourierMagnitudes, gradientHistograms, type Images, inkProfiles, pooledPixels } from './features.ts'

/** The embedded data set: images, what they show, and the views computed from them. */
export interface Digits extends Images {
  /** 2000 × 196, 128, 85 and 56 features. */
  readonly views: Readonly<Record<'pixels' | 'gradients' | 'frequencies' | 'profiles', DenseView>>
  /** The digit that each image shows, 0 … 9; for scoring only. */
  readonly labels: Int32Array
}

/** 2,000 handwritten digits of MNIST (LeCun, Cortes and Burges), 200 of each, in shuffled order, seen from four sides. Takes about a quarter of a second. */
export async function loadDigits(): Promise<Digits> {
  const samples = 2000
  const size = 28
  const packed = Uint8Array.from(atob(digitsBytes), (character) => character.charCodeAt(0))
  const bytes = unzlibSync(packed, { out: new Uint8Array(samples * (1 + size * size)) })
  const images: Images = { samples, size, pixels: bytes.subarray(samples) }
  return {
    ...images,
    labels: Int32Array.from(bytes.subarray(0, samples)),
    views: {
      pixels: pooledPixels(images),
      gradients: gradientHistograms(images),
      frequencies: fourierMagnitudes(images),
      profiles: inkProfiles(images),
    },
  }
}
