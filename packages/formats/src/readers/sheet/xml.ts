import type { InputError } from '@manyview/core'
import { badFile } from '../../bytes/bad-file.ts'
import type { ZipMember } from '../archive/zip.ts'

const longestTag = 1 << 20
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** What a scanner tells: the beginning and the end of elements, names without their prefix, and the text between tags. */
interface XmlEvents {
  open(name: string, attributes: XmlAttributes): void
  close(name: string): void
  text(text: string): void
}

/** The attributes of an element; one that is not there is empty. Prefixes of names do not count. */
export type XmlAttributes = (name: string) => string

/** Scans XML that comes in pieces, each tag once. Declarations, comments and entities of a document's own are skipped, so that none can grow. */
export class XmlScanner {
  private readonly events: XmlEvents
  private readonly damaged: (what: string) => InputError
  private tail = ''

  constructor(events: XmlEvents, damaged: (what: string) => InputError) {
    this.events = events
    this.damaged = damaged
  }

  push(piece: string): void {
    const text = this.tail + piece
    let at = 0
    for (;;) {
      const begin = text.indexOf('<', at)
      if (begin < 0) break
      const end = tagEnd(text, begin)
      if (end < 0) break
      if (begin > at) this.events.text(plainText(text.slice(at, begin)))
      this.tag(text.slice(begin + 1, end))
      at = end + 1
    }
    this.tail = text.slice(at)
    if (this.tail.length > longestTag) throw this.damaged('a tag without an end')
  }

  finish(): void {
    if (this.tail.includes('<')) throw this.damaged('a tag without an end')
  }

  private tag(inside: string): void {
    const { events } = this
    if (inside.startsWith('![CDATA[')) events.text(inside.slice(8, -2))
    else if (inside[0] === '/') events.close(localName(inside.slice(1).trim()))
    else if (inside[0] !== '!' && inside[0] !== '?') this.element(inside)
  }

  private element(inside: string): void {
    const { events } = this
    const single = inside.endsWith('/')
    const space = inside.search(/[\s/]/)
    const name = localName(space < 0 ? inside : inside.slice(0, space))
    const attributes = space < 0 ? '' : inside.slice(space)
    events.open(name, (wanted) => attribute(attributes, wanted))
    if (single) events.close(name)
  }
}

function tagEnd(text: string, begin: number): number {
  if (text.startsWith('<!--', begin)) {
    const end = text.indexOf('-->', begin)
    return end < 0 ? -1 : end + 2
  }
  if (text.startsWith('<![CDATA[', begin)) {
    const end = text.indexOf(']]>', begin)
    return end < 0 ? -1 : end + 2
  }
  return text.indexOf('>', begin)
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function attribute(text: string, wanted: string): string {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const quote = text[at + wanted.length + 1]
    if (!/[\s:]/.test(text[at - 1] ?? '') || text[at + wanted.length] !== '=' || (quote !== '"' && quote !== "'"))
      continue
    const begin = at + wanted.length + 2
    const end = text.indexOf(quote, begin)
    return end < 0 ? '' : plainText(text.slice(begin, end))
  }
  return ''
}

function plainText(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(#x?[0-9a-f]{1,6}|[a-z]{1,6});/gi, (whole, name: string) => {
    if (name[0] !== '#') return entities[name] ?? whole
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

/** Scans a member of a spreadsheet's archive as XML, piece by piece. */
export async function scanMember(file: string, member: ZipMember, events: Partial<XmlEvents>): Promise<void> {
  const nothing = () => {}
  const damaged = (what: string) => badFile(file, `has damaged XML in ${member.name} (${what}), get the file again`)
  const scanner = new XmlScanner({ open: nothing, close: nothing, text: nothing, ...events }, damaged)
  const decoder = new TextDecoder()
  await member.stream((piece) => scanner.push(decoder.decode(piece, { stream: true })))
  scanner.finish()
}
