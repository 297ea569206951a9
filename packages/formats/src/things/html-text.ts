/** Elements whose content no reader sees. */
const unseen = ['script', 'style', 'template', 'noscript', 'svg']
const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", ndash: '–', mdash: '—' }
const quotes: Record<string, string> = { lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', hellip: '…', euro: '€' }
/** Names of the characters from U+00A0 on. */
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'.split(
    ' ',
  )
const named = new Map([
  ...Object.entries({ ...signs, ...quotes }),
  ...latin.map((name, i): [string, string] => [name, String.fromCharCode(0xa0 + i)]),
])

/** The text of an HTML page as a reader sees it: tags are spaces, characters by name or number are themselves. What is not closed ends the text. O(length). */
export function htmlText(html: string): string {
  const lower = html.toLowerCase()
  const pieces: string[] = []
  let place = 0
  while (place < html.length) {
    const tag = html.indexOf('<', place)
    pieces.push(html.slice(place, tag < 0 ? html.length : tag))
    if (tag < 0) break
    const hidden = unseen.find(
      (name) => lower.startsWith(name, tag + 1) && /[\s/>]/.test(lower[tag + 1 + name.length] ?? ''),
    )
    const inside = lower.startsWith('<!--', tag)
      ? lower.indexOf('-->', tag)
      : hidden
        ? lower.indexOf(`</${hidden}`, tag)
        : tag
    const end = inside < 0 ? -1 : html.indexOf('>', inside)
    if (end < 0) break
    place = end + 1
  }
  return pieces
    .join(' ')
    .replace(/&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]+\d{0,2});/gi, (whole, name: string) => character(name) ?? whole)
}

function character(name: string): string | undefined {
  if (!name.startsWith('#')) return named.get(name)
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}
