import { type Command, Help, type Option } from 'commander'
import { isCommon } from '../settings/flags.ts'
import type { Screen } from './screen.ts'
import { wrap } from './wrap.ts'

/** How commander lays out help on this screen: the flags that most people need, or all of them; where there are few columns, the description of a flag stands below the flag. */
export function helpLayout(
  { width, colours }: Screen,
  all: boolean,
): Pick<Help, 'styleTitle' | 'formatItem' | 'optionDescription' | 'visibleOptions' | 'formatHelp'> {
  const isShown = (command: Command, option: Option) => all || isCommon(command, option)
  const plain = new Help()
  return {
    styleTitle: (title) => colours.bold(title),
    // Texts of the settings name choices and defaults themselves.
    optionDescription: ({ description }) => description,
    visibleOptions: (command) => plain.visibleOptions(command).filter((option) => isShown(command, option)),
    formatItem(term, termWidth, description, helper) {
      if (width - termWidth - 4 >= helper.minWidthToWrap)
        return Help.prototype.formatItem.call(helper, term, termWidth, description, helper)
      return `  ${term}\n      ${wrap(description, width - 6, 6)}`
    },
    formatHelp(command, helper) {
      const help = Help.prototype.formatHelp.call(helper, command, helper)
      const hidden = command.options.filter((option) => !isShown(command, option)).length
      return hidden === 0
        ? help
        : `${help}\n${wrap(`"manyview ${command.name()} --help all" shows ${hidden} more flags.`, width)}\n`
    },
  }
}

/** The text below the flags: sentences are wrapped, indented lines (examples) stay as they are. */
export function helpNotes(text: string, { width }: Screen): string {
  return text.replace(/(^\S.*\n)+/gm, (paragraph) => `${wrap(paragraph.trim().replaceAll('\n', ' '), width)}\n`)
}
