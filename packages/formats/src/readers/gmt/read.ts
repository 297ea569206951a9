import type { FeatureSet } from '@manyview/core/metadata'
import { badFile } from '../../bytes/bad-file.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { decodeText, fromUtf16 } from '../../bytes/decode-text.ts'
import { unpack } from '../../bytes/unpack.ts'

/** Reads the gene sets of a GMT file: one a line, with its name, a description and its genes, tabs between them. Genes that stand twice in a set count once. O(bytes). */
export async function readFeatureSets(source: ByteSource): Promise<FeatureSet[]> {
  const { file, format } = await unpack(source)
  const none = (why: string) =>
    badFile(
      source.name,
      `${why}, give a GMT file: a set on each line, its name, a description and its genes, tabs between`,
    )
  if (format !== 'csv') throw none(`is a file of the format ${format}`)
  const text = decodeText(await (await fromUtf16(file)).slice(0))
  const sets: FeatureSet[] = []
  for (const [i, line] of text.split(/\r\n|\n|\r/).entries()) {
    if (line.trim() === '') continue
    const [name, description, ...genes] = line.split('\t').map((cell) => cell.trim())
    if (description === undefined) throw none(`line ${i + 1} has 1 column`)
    if (name === '') throw none(`line ${i + 1} has no name in its first column`)
    sets.push({ name, members: [...new Set(genes)].filter((gene) => gene !== '') })
  }
  if (sets.every(({ members }) => members.length === 0)) throw none('has no set with genes')
  return sets
}
