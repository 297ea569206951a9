import { badFile } from '../../bytes/bad-file.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { inParts } from '../../bytes/in-parts.ts'

/** Bytes of memory that a list, a record and each further value take once they are parsed, about. */
const [listBytes, recordBytes, valueBytes] = [32, 56, 24]
const mostBytes = 1.5e9

/** Refuses a JSON text whose lists, records and values would fill the memory of the engine, before it is parsed: engines end the program then. Commas within texts count, too. */
export async function checkHeap(source: ByteSource): Promise<void> {
  let [lists, records, values] = [0, 0, 0]
  await inParts(source, 0, (bytes) => {
    for (let i = 0; i < bytes.length; i++) {
      const code = bytes[i]
      if (code === 44) values++
      else if (code === 91) lists++
      else if (code === 123) records++
    }
    return bytes.length
  })
  const needed = lists * listBytes + records * recordBytes + values * valueBytes
  if (needed > mostBytes)
    throw badFile(
      source.name,
      `holds about ${lists + records + values} values, which take ${needed} bytes to parse (limit ${mostBytes}), save it as NPY, Parquet or one record per line`,
      { needed, limit: mostBytes },
    )
}
