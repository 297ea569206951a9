export { fourierMagnitudes, gradientHistograms, type Images, inkProfiles, pooledPixels } from './features.ts'
export { type Digits, loadDigits } from './load-digits.ts'
