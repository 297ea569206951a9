const idNames = new Set([
  'id',
  'ids',
  'sample',
  'samples',
  'sample_id',
  'sampleid',
  'sample_name',
  'name',
  'names',
  'index',
  '_index',
  'key',
  'uid',
  'uuid',
  'obs',
  'obs_names',
  'barcode',
  'cell_id',
  'cellid',
  'patient',
  'patient_id',
  'subject',
  'subject_id',
  'item',
  'item_id',
  'unnamed: 0',
  '__index_level_0__',
  'rowname',
  'rownames',
  'colnames',
  'row_names',
  'row_id',
  'rowid',
  'record_id',
  'case_id',
  'participant_id',
  'custom_id',
  'mrn',
  'sku',
  'product_id',
  'article_id',
  'no',
  'nr',
  '#',
  's_no',
  'sr_no',
  'serial_no',
  'row_number',
])
const featureIdNames =
  /^(genes?|gene_?(id|name|symbol)s?|symbol|hgnc_symbol|ensembl(_id|_gene_id)?|entrez(_?gene)?(_?id)?|probes?|probe_?(set_?)?ids?|features?|feature_?(id|name)s?|proteins?|protein_?ids?|mirnas?|mirna_?ids?|cpgs?|transcripts?|transcript_?ids?|metabolites?|otus?|otu_?id|asvs?|taxa|taxon)$/
const labelNames = new Set([
  'y',
  'y_true',
  'gt',
  'gnd',
  'truth',
  'groundtruth',
  'ground_truth',
  'truelabel',
  'truelabels',
  'true_label',
  'true_labels',
  'label',
  'labels',
  'label_true',
  'class',
  'classes',
  'class_id',
  'classid',
  'class_label',
  'target',
  'targets',
  'cluster',
  'clusters',
  'cluster_id',
  'category',
  'species',
  'cell_type',
  'celltype',
  'annotation',
  'diagnosis',
  'outcome',
  'digit',
])
const viewNames = /^(x|xs|data|fea|feas|features?|views?|fts|mv)$/

/** True for the names people give a column or variable of sample ids. */
export function isIdName(name: string): boolean {
  return idNames.has(plain(name))
}

/** True for the names people give a column that names features, as the first one does where samples are columns. */
export function isFeatureIdName(name: string): boolean {
  return featureIdNames.test(plain(name))
}

/** True for the names people give the true classes. */
export function isLabelName(name: string): boolean {
  return labelNames.has(plain(name))
}

/** True for the names people give the variable that holds the views. */
export function isViewName(name: string): boolean {
  return viewNames.test(plain(name))
}

/** True for a column of ids or labels. Beside a column x, y is a coordinate; a column of fractions holds no labels. */
export function isSpecialColumn(name: string, column: number, names: string[], wholeNumbers: boolean): boolean {
  if (isIdName(name) || (column === 0 && (name === '' || isFeatureIdName(name)))) return true
  if (!isLabelName(name) || (/^y$/i.test(name) && names.some((other) => /^x$/i.test(other)))) return false
  return wholeNumbers
}

function plain(name: string): string {
  const words = name
    .trim()
    .replace(/^(s|sr|serial)\.?\s*(?=no\b)/i, '$1 ')
    .replace(/\.$/, '')
  return (words.split('.').pop() ?? words)
    .trim()
    .toLowerCase()
    .replaceAll(' ', '_')
    .replace(/^unnamed:_0$/, 'unnamed: 0')
}
