/** A piece of a page that is safe as it is. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = Html | string | number | null | undefined | false | readonly Part[]

/** Builds a piece of a page: whatever is put in is shown as text, unless it is a piece itself. Null, undefined and false give nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.map((string, i) => (i === 0 ? '' : render(parts[i - 1])) + string).join(''))
}

function render(part: Part): string {
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(render).join('')
  return part === null || part === undefined || part === false ? '' : shown(String(part))
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function shown(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => entities[letter]).replace(controls, '\ufffd')
}

/** Control characters other than tab and line ends have no place in a page; a mark shows that something was there. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** JSON that can stand in a script element: no part of it can end the element or begin another. */
export function inlineJson(value: unknown): Html {
  return new Html(JSON.stringify(value).replaceAll('<', '\\u003c'))
}
