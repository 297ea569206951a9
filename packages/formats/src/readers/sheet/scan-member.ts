import { badFile } from '../../bytes/bad-file.ts'
import type { ZipMember } from '../archive/zip.ts'
import { type XmlEvents, XmlScanner } from './xml.ts'

/** Scans a member of a spreadsheet's archive as XML, piece by piece. */
export async function scanMember(file: string, member: ZipMember, events: Partial<XmlEvents>): Promise<void> {
  const nothing = () => {}
  const damaged = (what: string) => badFile(file, `has damaged XML in ${member.name} (${what}), get the file again`)
  const scanner = new XmlScanner({ open: nothing, close: nothing, text: nothing, ...events }, damaged)
  const decoder = new TextDecoder()
  await member.stream((piece) => scanner.push(decoder.decode(piece, { stream: true })))
  scanner.finish()
}
