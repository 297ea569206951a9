// The main thread of a page: the test calls what it finds here.
import { fits } from './fits.ts'

Object.assign(globalThis, { fits })
