import type { FeatureSet } from '@manyview/core/metadata'
import { byteSizes, grouped } from '@manyview/core/words'
import { badFile } from '../../bytes/bad-file.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { decodeText, fromUtf16 } from '../../bytes/decode-text.ts'
import { unpack } from '../../bytes/unpack.ts'

/** Bytes of text at most, and sets: MSigDB as a whole has about 30 MB and 35,000 sets. */
const MOST_BYTES = 64e6
const MOST_SETS = 1e6

/** Reads the gene sets of a GMT file: one a line, with its name, a description and its genes, tabs between them. Genes that stand twice in a set count once. O(bytes). */
export async function readFeatureSets(source: ByteSource): Promise<FeatureSet[]> {
  const { file, format } = await unpack(source)
  const none = (why: string) =>
    badFile(
      source.name,
      `${why}, give a GMT file: a set on each line, its name, a description and its genes, tabs between`,
    )
  if (format !== 'csv') throw none(`is a file of the format ${format}`)
  if (file.byteLength > MOST_BYTES) {
    const [size, most] = byteSizes(file.byteLength, MOST_BYTES)
    throw none(`has ${size} of text but gene sets have at most ${most}`)
  }
  const text = decodeText(await (await fromUtf16(file)).slice(0))
  const sets: FeatureSet[] = []
  for (const { 0: line, index } of text.matchAll(/[^\r\n]+/g)) {
    if (line.trim() === '') continue
    if (sets.length === MOST_SETS) throw none(`has more than ${grouped(MOST_SETS)} sets`)
    const place = () => `line ${text.slice(0, index).split(/\r\n|\n|\r/).length}`
    const [name, description, ...genes] = line.split('\t').map((cell) => cell.trim())
    if (description === undefined) throw none(`${place()} has 1 column`)
    if (name === '') throw none(`${place()} has no name in its first column`)
    sets.push({ name, members: [...new Set(genes)].filter((gene) => gene !== '') })
  }
  if (sets.every(({ members }) => members.length === 0)) throw none('has no set with genes')
  return sets
}
