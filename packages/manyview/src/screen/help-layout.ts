import { Help } from 'commander'
import type { Screen } from './screen.ts'
import { wrap } from './wrap.ts'

/** How commander lays out help on this screen: where there are few columns, the description of a flag goes below the flag. */
export function helpLayout({ width, colours }: Screen): Pick<Help, 'styleTitle' | 'formatItem'> {
  return {
    styleTitle: (title) => colours.bold(title),
    formatItem(term, termWidth, description, helper) {
      if (width - termWidth - 4 >= helper.minWidthToWrap)
        return Help.prototype.formatItem.call(helper, term, termWidth, description, helper)
      return `  ${term}\n      ${wrap(description, width - 6, 6)}`
    },
  }
}

/** The text below the flags: sentences are wrapped, indented lines (examples) stay as they are. */
export function helpNotes(text: string, { width }: Screen): string {
  return text.replace(/(^\S.*\n)+/gm, (paragraph) => `${wrap(paragraph.trim().replaceAll('\n', ' '), width)}\n`)
}
