import { sentence } from '@manyview/core/words'
import { pageWords } from './page-words.ts'
import { message } from './session.ts'

/** What the command says of texts and pictures that cannot be read. */
const broken = / or leave them out with --skip-broken$/

/** Says what went wrong, in the words of the error where it is ours; `skip` is offered where things that cannot be read may be left out. */
export function showProblem(error: unknown, skip?: () => void): void {
  if (error instanceof DOMException && error.name === 'AbortError') return
  const text = error instanceof Error ? error.message : String(error)
  const memory = error instanceof RangeError || /out of memory|allocation failed|Array buffer/i.test(text)
  if (memory)
    message.value = {
      kind: 'problem',
      text: `There is not enough memory in this tab (${text}).`,
      advice: 'Close other tabs, switch views off, or use the command, which has all of the memory.',
    }
  else if (isInputError(error) && skip && broken.test(text))
    message.value = {
      kind: 'problem',
      text: sentence(pageWords(text.replace(broken, ''))),
      action: { text: 'Open without them', run: skip },
    }
  else if (isInputError(error))
    message.value = {
      kind: 'problem',
      text: sentence(pageWords(text)),
    }
  else if (/NotReadableError|could not be read/i.test(`${(error as Error)?.name} ${text}`))
    message.value = {
      kind: 'problem',
      text: 'The file could not be read: it was moved, changed or locked since it was dropped.',
      advice: 'Drop it again.',
    }
  else
    message.value = {
      kind: 'problem',
      text: `Something unexpected went wrong: ${text}.`,
      advice: 'Reload the page; what was remembered is still there.',
    }
}

function isInputError(error: unknown): boolean {
  return error instanceof Error && error.name === 'InputError'
}
