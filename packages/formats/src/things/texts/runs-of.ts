import { characterKind, characterKinds } from './letters.ts'

/** Called for every run of letters and digits; `unspaced` for scripts without spaces between words, `apart` where signs other than a space, a hyphen or an apostrophe stand before it. */
type OnRun = (run: string, unspaced: boolean, apart: boolean) => void

/** Signs between the words of one phrase: space, apostrophes and hyphens. */
const joining = new Set([0x20, 0x27, 0x2019, 0x2d, 0x2010, 0x2011])

/** Cuts a folded text into runs of letters and digits of one kind, in order. O(length). */
export function runsOf(text: string, onRun: OnRun): void {
  let apart = true
  for (let place = 0; place < text.length; ) {
    const code = text.codePointAt(place)!
    const kind = characterKind(code)
    const begin = place
    place += code > 0xffff ? 2 : 1
    if (kind === characterKinds.sign) {
      apart ||= !joining.has(code)
      continue
    }
    while (place < text.length) {
      const next = text.codePointAt(place)!
      if (characterKind(next) !== kind) break
      place += next > 0xffff ? 2 : 1
    }
    onRun(text.slice(begin, place), kind === characterKinds.unspaced, apart)
    apart = false
  }
}
