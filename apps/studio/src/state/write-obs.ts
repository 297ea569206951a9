import type { Run } from './run.ts'

/** Python that writes labels.csv into the .h5ad or .h5mu file of a run, by the names of its observations. */
export interface ObsScript {
  /** The file that was clustered. */
  file: string
  script: string
}

/** The lines for the file that a run came from; null where it came from none that holds observations. */
export function obsScript({ stored: { record, ids } }: Run): ObsScript | null {
  const file = record.inputs.map(({ name }) => name).find((name) => /\.h5(ad|mu)$/i.test(name))
  if (file === undefined || !ids) return null
  const [library, kind] = /mu$/i.test(file) ? ['mudata', 'h5mu'] : ['anndata', 'h5ad']
  const name = JSON.stringify(file.split('/').at(-1))
  return {
    file,
    script: `import ${library}, pandas
labels = pandas.read_csv("labels.csv", dtype={"id": str, "cluster": str}).set_index("id").add_prefix("manyview_")
data = ${library}.read_${kind}(${name})
data.obs[labels.columns] = labels.reindex(data.obs_names)
data.write_${kind}(${name})
`,
  }
}
