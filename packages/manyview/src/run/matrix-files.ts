import type { Clustering, Matrix } from '@manyview/core'
import { writeNpy, writeParquet } from '@manyview/formats'

/** How memberships and embedding are written. */
export type MatrixFormat = 'npy' | 'parquet'

/** Files of the memberships and the embedding, by name; what the method does not have is not there. Parquet has the ids as its first column. */
export async function matrixFiles(clustering: Clustering, format: MatrixFormat): Promise<Record<string, Uint8Array>> {
  const files: Record<string, Uint8Array> = {}
  for (const name of ['memberships', 'embedding'] as const) {
    const values = clustering[name]
    if (!values) continue
    files[`${name}.${format}`] =
      format === 'npy'
        ? writeNpy(values.data, [values.rows, values.columns])
        : await writeParquet([{ name: 'id', values: [...clustering.ids] }, ...columnsOf(name, values)])
  }
  return files
}

function columnsOf(name: string, { rows, columns, data }: Matrix): { name: string; values: Float64Array }[] {
  return Array.from({ length: columns }, (_, j) => ({
    name: `${name}_${j}`,
    values: Float64Array.from({ length: rows }, (_, i) => data[i * columns + j]),
  }))
}
