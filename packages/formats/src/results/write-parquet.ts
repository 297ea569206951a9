/** A column of a Parquet file: text, numbers, or whole numbers. */
export interface ParquetColumn {
  name: string
  values: string[] | Float64Array | Float32Array | Int32Array
}

/** The bytes of a Parquet file (snappy) with these columns, all of the same length. */
export async function writeParquet(columns: ParquetColumn[]): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await import('hyparquet-writer')
  const buffer = parquetWriteBuffer({
    columnData: columns.map(({ name, values }) => ({
      name,
      data: values as string[],
      type: typeOf(values),
      nullable: false,
    })),
  })
  return new Uint8Array(buffer)
}

function typeOf(values: ParquetColumn['values']): 'STRING' | 'DOUBLE' | 'FLOAT' | 'INT32' {
  if (values instanceof Float64Array) return 'DOUBLE'
  if (values instanceof Float32Array) return 'FLOAT'
  return values instanceof Int32Array ? 'INT32' : 'STRING'
}
